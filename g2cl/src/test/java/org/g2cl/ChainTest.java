package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import net.sf.jgcs.Message;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ChainTest {
  private static final String SECRET = "correct horse battery staple";

  static Map<String, String> settings(String chain) {
    Map<String, String> settings = new HashMap<>(Map.of("chain", chain));
    if (chain.contains("crypto")) {
      settings.put("crypto.secret", SECRET);
    }
    if (chain.contains("frag")) {
      settings.put("frag.size", "40000");
    }
    return settings;
  }

  /** Every order of all four, and each alone. */
  static Stream<String> orders() {
    List<String> orders = new ArrayList<>(List.of("", "frag", "bundle", "compress", "crypto"));
    permute(new ArrayList<>(), List.of("frag", "bundle", "compress", "crypto"), orders);
    return orders.stream();
  }

  private static void permute(List<String> begun, List<String> left, List<String> found) {
    if (left.isEmpty()) {
      found.add(String.join(",", begun));
    }
    for (String next : left) {
      List<String> longer = new ArrayList<>(begun);
      longer.add(next);
      permute(longer, left.stream().filter(name -> !name.equals(next)).toList(), found);
    }
  }

  private static boolean makesSense(String chain) {
    int crypto = chain.indexOf("crypto");
    return crypto < 0 || (crypto >= chain.indexOf("compress") && crypto >= chain.indexOf("frag"));
  }

  static Stream<Arguments> pairs() {
    List<String> chains =
        List.of("", "frag", "bundle", "compress", "frag,compress", "compress,frag", "frag,bundle");
    return chains.stream().flatMap(one -> chains.stream().map(other -> Arguments.of(one, other)));
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void shouldTellBothWhenMembersWithOtherChainsMeet(String one, String other) throws Exception {
    try (TestGroup group = new TestGroup()) {
      MarshalDataSession a = group.session("a", MarshalDataSessionFactory.of(settings(one)));
      MarshalDataSession b = group.session("b", MarshalDataSessionFactory.of(settings(other)));
      a.join();
      b.join();
      if (one.equals(other)) {
        MarshalDataSession c = group.session("c", MarshalDataSessionFactory.of(settings("bundle")));
        c.join(); // who was greeted before it is known to have been
        await().until(() -> c.mismatch().isPresent() || one.equals("bundle"));
        assertThat(b.mismatch()).isEmpty();
      } else {
        await().until(() -> a.mismatch().isPresent() && b.mismatch().isPresent());
        assertThat(a.mismatch())
            .hasValue(
                "member b has the decorators [%s] and this one [%s]; set the same chain at all members"
                    .formatted(other, one));
        assertThat(b.mismatch()).get().asString().contains("member a").contains("[" + one + "]");
      }
      assertThat(a.droppedFrames() + b.droppedFrames()).isZero();
    }
  }

  @Test
  void shouldTellWhoWaitsForTheStateThatTheChainIsAnother() throws Exception {
    try (TestGroup group = new TestGroup()) {
      MarshalDataSession a = group.session("a", Map.of("chain", "bundle"));
      MarshalDataSession b = group.session("b");
      a.join();
      b.join();
      group.awaitMembers(2);
      try (var state = new StateTransferDataSession(b, 1, new ByteState(() -> null, bytes -> {}))) {
        assertThatThrownBy(() -> state.getState(null, Duration.ofSeconds(2)))
            .isInstanceOf(TimeoutException.class)
            .hasMessageContaining("no state within PT2S")
            .hasMessageContaining("member a has the decorators [bundle]");
      }
    }
  }

  @Test
  void shouldDropAGreetingThatNamesNoDecorators() throws Exception {
    try (TestGroup group = new TestGroup()) {
      MarshalDataSession a = group.session("a");
      MarshalDataSession b = group.session("b");
      a.join();
      b.join();
      byte[] frame = new byte[20];
      Arrays.fill(frame, 1, 11, (byte) 0xff);
      frame[0] = 1;
      frame[11] = 1;
      frame[12] = '\n';
      Message message = group.engine(b).createMessage();
      message.setPayload(frame);
      group.engine(b).multicast(message, null, null, new PointToPoint(a.localAddress()));

      await().until(() -> a.droppedFrames() == 1);
      assertThat(a.mismatch()).isEmpty();
    }
  }

  @Test
  void shouldTellAMemberThatJoinsLaterAndTheOldestOnly() throws Exception {
    try (TestGroup group = new TestGroup()) {
      MarshalDataSession a = group.session("a", MarshalDataSessionFactory.of(settings("frag")));
      MarshalDataSession b = group.session("b", MarshalDataSessionFactory.of(settings("frag")));
      MarshalDataSession c = group.session("c", MarshalDataSessionFactory.of(settings("compress")));
      a.join();
      b.join();
      c.join();

      await().until(() -> a.mismatch().isPresent() && c.mismatch().isPresent());
      assertThat(c.mismatch()).get().asString().contains("member a");
      assertThat(b.mismatch()).isEmpty();

      c.leave();
      await().until(() -> a.mismatch().isEmpty()); // it is of nobody who is there
    }
  }

  @ParameterizedTest
  @MethodSource("orders")
  void shouldCarryMessagesThroughAnyOrderThatMakesSense(String chain) throws Exception {
    if (!makesSense(chain)) {
      assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings(chain)))
          .hasMessageContaining("chain is '" + chain)
          .hasMessageContaining("put it before");
      return;
    }
    try (TestGroup group = new TestGroup()) {
      MarshalDataSessionFactory factory = MarshalDataSessionFactory.of(settings(chain));
      MarshalDataSession a = group.session("a", factory);
      MarshalDataSession b = group.session("b", factory);
      List<byte[]> received = new CopyOnWriteArrayList<>();
      a.register(1, message -> {});
      b.register(1, message -> received.add(message.getPayload()));
      a.join();
      b.join();
      List<byte[]> sent = messages();
      for (byte[] message : sent) {
        a.send(new G2CLMessage(null, message), 1, ServiceNames.TOTAL_ORDER);
      }
      await(chain).until(() -> received.size() == sent.size());
      for (int i = 0; i < sent.size(); i++) {
        assertThat(Arrays.equals(received.get(i), sent.get(i))).as(chain + " " + i).isTrue();
      }
      assertThat(a.droppedFrames() + b.droppedFrames()).isZero();
    }
  }

  /** Short, long, empty; repeated bytes and random ones. */
  private static List<byte[]> messages() {
    List<byte[]> messages = new ArrayList<>();
    Random random = new Random(1);
    for (int size : new int[] {0, 1, 100, 1000, 39_999, 40_000, 40_001, 200_000, 5}) {
      byte[] noise = new byte[size];
      random.nextBytes(noise);
      messages.add(noise);
      messages.add(new byte[size]);
    }
    return messages;
  }

  @ParameterizedTest
  @CsvSource({
    "chain, 'frag,zip', there is no decorator 'zip'",
    "chain, 'frag,frag', once only",
    "chain, 'crypto', without a key nothing is sent",
    "chane, 'frag', there is no setting 'chane'",
    "frag.size, '12', whole number from 1024",
    "bundle.delay, 'soon', ISO-8601",
    "compress.algorithm, 'zip', deflate or lz4",
    "crypto.secret, 'short', 16 characters or more",
    "crypto.secret-file, '/nowhere', cannot be read: there is no such file; write it",
    "crypto.secret-file, '/', 'Is a directory; it must be a file with a secret'",
    "crypto.secret-file, '/dev/null', holds no secret; write one into it",
    "crypto.keystore, '/nowhere', cannot be read: there is no such file; make it",
    "crypto.keystore, '/dev/null', crypto.keystore-password is not set",
    "crypto.replay-window, '100', multiple of 64"
  })
  void shouldNameSettingAndRuleWhenAValueIsWrong(String key, String value, String rule) {
    Map<String, String> settings =
        switch (key) {
          case "chain", "chane" -> Map.of(key, value);
          case "crypto.replay-window" ->
              Map.of("chain", "crypto", "crypto.secret", SECRET, key, value);
          default -> Map.of("chain", key.substring(0, key.indexOf('.')), key, value);
        };
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings))
        .hasMessageContaining(key.equals("chane") ? "chane" : rule)
        .hasMessageContaining(rule);
  }

  @Test
  void shouldSayWhoNeedsWhichRightsToAFileOfSecrets() {
    assertThat(CryptoKeys.reason(new AccessDeniedException("/etc/g2cl/secret")))
        .contains("user '" + System.getProperty("user.name") + "'")
        .contains("600 (chmod)");
  }

  @Test
  void shouldSayOnceWhatIsWrongWithASecretOfAFile(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), "short\n");
    Map<String, String> settings = Map.of("chain", "crypto", "crypto.secret-file", file.toString());
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings))
        .hasMessageStartingWith(
            "crypto.secret-file is '%s'; a secret must have 16 characters or more".formatted(file))
        .hasMessageNotContaining("cannot be read");
  }

  @Test
  void shouldSayThatAFileOfSecretsIsText(@TempDir Path directory) throws Exception {
    Path file = Files.write(directory.resolve("secret"), new byte[] {(byte) 0xff, (byte) 0xfe});
    Map<String, String> settings = Map.of("chain", "crypto", "crypto.secret-file", file.toString());
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("no text in UTF-8");
  }

  @ParameterizedTest
  @CsvSource({
    "'', crypto.secret, the-secret-of-the-shop",
    "'frag,compress', crypto.secret-file, /etc/g2cl/secret",
    "bundle, crypto.keystore, keys.p12",
    "frag, crypto.context, shop"
  })
  void shouldRefuseKeysThatNothingWouldBeEncryptedWith(String chain, String key, String value) {
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(Map.of("chain", chain, key, value)))
        .hasMessageContaining(key)
        .hasMessageContaining("without crypto in chain")
        .message()
        .doesNotContain("the-secret-of-the-shop");
  }

  @ParameterizedTest
  @CsvSource({
    "frag, bundle.size, 60, bundle",
    "frag, bundle.size, 9x, bundle",
    "crypto, frag.size, 40000, frag",
    "'', compress.algorithm, lz4, compress"
  })
  void shouldRefuseSettingsOfADecoratorThatIsNotInTheChain(
      String chain, String key, String value, String missing) {
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(Map.of("chain", chain, key, value)))
        .hasMessage(
            "%s is '%s'; it means nothing without %s in chain, which is '%s'; add %s, or take the setting out"
                .formatted(key, value, missing, chain, missing));
  }

  @Test
  void shouldNeverShowASecretInAnError() {
    assertThatThrownBy(
            () ->
                MarshalDataSessionFactory.of(
                    Map.of("chain", "crypto", "crypto.secret", "hush-hush")))
        .hasMessageContaining("crypto.secret (its value is not shown); ")
        .message()
        .doesNotContain("hush-hush");
  }

  @Test
  void shouldRefuseToBundleFragmentsAgain() {
    assertThatThrownBy(
            () -> MarshalDataSessionFactory.of(Map.of("chain", "frag,bundle", "frag.size", "2000")))
        .hasMessageContaining("bundle.size");
  }

  @Test
  void shouldCostAPlainChainNothing() throws Exception {
    assertThat(wireBytes(Map.of())).isEqualTo(100 + 4);
    assertThat(wireBytes(settings("frag"))).isEqualTo(100 + 5);
    assertThat(wireBytes(settings("compress"))).isEqualTo(100 + 5);
    assertThat(wireBytes(settings("crypto"))).isEqualTo(100 + 4 + 51);
  }

  /** Length of a message of 100 bytes as the engine sees it. */
  private static int wireBytes(Map<String, String> settings) throws Exception {
    try (TestGroup group = new TestGroup()) {
      MarshalDataSession a = group.session("a", settings);
      a.join();
      List<Integer> lengths = new CopyOnWriteArrayList<>();
      group
          .engine(a)
          .setMessageListener(
              message -> {
                lengths.add(message.payload().remaining());
                return null;
              });
      a.send(new G2CLMessage(null, new byte[100]), 1, ServiceNames.FIFO);
      await().until(() -> lengths.stream().anyMatch(length -> length >= 100));
      return lengths.get(lengths.size() - 1);
    }
  }
}
