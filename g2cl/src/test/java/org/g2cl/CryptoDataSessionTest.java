package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.spec.SecretKeySpec;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CryptoDataSessionTest {
  private static final String SECRET = "the-secret-of-the-members";
  private static final String OTHER_SECRET = "the-secret-of-somebody-else";
  private static final int SERVICE = 1;

  private final TestGroup group = new TestGroup();
  private final List<String> received = new CopyOnWriteArrayList<>();

  /** Bytes on the network, in the order in which a stranger saw them. */
  private final List<byte[]> wire = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  private static Map<String, String> secret(String secret, String... more) {
    Map<String, String> settings = new HashMap<>();
    settings.put("chain", "crypto");
    settings.put("crypto.secret", secret);
    settings.put("crypto.proof-timeout", "PT0.5S");
    for (int i = 0; i < more.length; i += 2) {
      settings.put(more[i], more[i + 1]);
    }
    return settings;
  }

  private MarshalDataSession joined(String name, Map<String, String> settings) throws Exception {
    MarshalDataSession session = group.session(name, settings);
    session.register(
        SERVICE,
        message ->
            received.add(
                name
                    + " got "
                    + new String(message.getPayload(), UTF_8)
                    + " of "
                    + message.getSender()));
    session.join();
    return session;
  }

  /** A member of the engine's group that listens in and has no key. */
  private DataSession stranger() throws Exception {
    Protocol protocol = group.protocol("stranger");
    DataSession data = protocol.openDataSession(group.configuration());
    data.setMessageListener(
        message -> {
          wire.add(message.getPayload());
          return null;
        });
    protocol.openControlSession(group.configuration()).join();
    return data;
  }

  private static void send(MarshalDataSession session, SocketAddress dest, String text)
      throws Exception {
    session.send(new G2CLMessage(dest, text.getBytes(UTF_8)), SERVICE, ServiceNames.FIFO);
  }

  private static void sendRaw(DataSession data, byte[] frame, SocketAddress dest) throws Exception {
    Message message = data.createMessage();
    message.setPayload(frame);
    if (dest == null) {
      data.multicast(message, null, null);
    } else {
      data.multicast(message, null, null, new PointToPoint(dest));
    }
  }

  private void awaitReceived(String... messages) {
    await("received " + received).until(() -> received.size() >= messages.length);
    assertThat(received).containsExactlyInAnyOrder(messages);
  }

  /** Frame of a message, as a stranger saw it; greetings are shorter. */
  private byte[] frameSeen() {
    await().until(() -> wire.stream().anyMatch(CryptoDataSessionTest::isMessage));
    return wire.stream().filter(CryptoDataSessionTest::isMessage).findFirst().orElseThrow();
  }

  private static boolean isMessage(byte[] frame) {
    return frame.length > Envelope.LENGTH + Envelope.TAG_LENGTH;
  }

  @Test
  void shouldShowNothingOfAMessageToStrangers() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    stranger();
    send(a, null, "the plans");
    awaitReceived("a got the plans of a");
    assertThat(new String(frameSeen(), UTF_8)).doesNotContain("plans");
  }

  @Test
  void shouldDropWhatAStrangerSendsAndLive() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    DataSession stranger = stranger();
    byte[] plain =
        Frame.encode(
            Header.PLAIN, SERVICE, Order.FIFO, java.nio.ByteBuffer.wrap("plain".getBytes(UTF_8)));
    sendRaw(stranger, plain, null);
    await().until(() -> a.droppedFrames() == 1);
    assertThat(a.mismatch()).get().asString().contains("not encrypted").contains("stranger");
    send(a, null, "goes on");
    awaitReceived("a got goes on of a");
  }

  @Test
  void shouldDropAChangedFrameWhicheverByteWasChanged() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    stranger();
    send(a, null, "once");
    byte[] frame = frameSeen();
    for (int i = 0; i < frame.length; i++) {
      byte[] changed = frame.clone();
      changed[i] ^= 0x10;
      sendRaw(group.engine(a), changed, null);
    }
    await().until(() -> a.droppedFrames() == frame.length);
    awaitReceived("a got once of a");
  }

  @Test
  void shouldTakeAFrameOnce() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    stranger();
    send(a, null, "pay 10");
    sendRaw(group.engine(a), frameSeen(), null);
    await().until(() -> a.droppedFrames() == 1);
    send(a, null, "next");
    awaitReceived("a got pay 10 of a", "a got next of a");
  }

  @Test
  void shouldNotTakeAFrameInTheNameOfAnother() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    DataSession stranger = stranger();
    send(a, null, "mine");
    byte[] frame = frameSeen();
    MarshalDataSession b = joined("b", secret(SECRET));
    sendRaw(stranger, frame, null);
    await().until(() -> a.droppedFrames() == 1 && b.droppedFrames() == 1);
    awaitReceived("a got mine of a");
  }

  @Test
  void shouldNotTakeAFrameThatWasForAnother() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    MarshalDataSession b = joined("b", secret(SECRET));
    SocketAddress stranger = strangerAddress();
    send(a, stranger, "for the stranger");
    sendRaw(group.engine(a), frameSeen(), b.localAddress());
    await().until(() -> b.droppedFrames() == 1);
    assertThat(received).isEmpty();
  }

  private SocketAddress strangerAddress() throws Exception {
    Protocol protocol = group.protocol("stranger");
    DataSession data = protocol.openDataSession(group.configuration());
    data.setMessageListener(
        message -> {
          wire.add(message.getPayload());
          return null;
        });
    var control = protocol.openControlSession(group.configuration());
    control.join();
    return control.getLocalAddress();
  }

  @Test
  void shouldNotTakeAFrameFromBeforeItJoined() throws Exception {
    Clock early = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(-10));
    MarshalDataSession a = group.session("a", MarshalDataSessionFactory.of(secret(SECRET), early));
    a.join();
    stranger();
    send(a, null, "of before");
    byte[] frame = frameSeen();
    MarshalDataSession b = group.session("b", secret(SECRET));
    b.register(SERVICE, message -> received.add("b"));
    assertThatThrownBy(b::join)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("clock is behind");
    sendRaw(group.engine(a), frame, null);
    assertThat(received).isEmpty();
  }

  @Test
  void shouldRefuseToJoinMembersWithoutTheKeyAndSaySo() throws Exception {
    group.session("a").join();
    MarshalDataSession b = group.session("b", secret(SECRET));
    assertThatThrownBy(b::join)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("no other member")
        .hasMessageContaining("Set the same secret at all members");
    assertThat(b.isJoined()).isFalse();
  }

  @Test
  void shouldRefuseToJoinMembersWithAnotherKeyAndSaySo() throws Exception {
    joined("a", secret(OTHER_SECRET));
    MarshalDataSession b = group.session("b", secret(SECRET));
    assertThatThrownBy(b::join)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("a key that this member does not have")
        .hasMessageContaining("the same secret");
  }

  @Test
  void shouldTellAMemberWithoutAKeyThatTheOthersEncrypt() throws Exception {
    joined("a", secret(SECRET));
    MarshalDataSession b = group.session("b");
    b.join();
    await().until(() -> b.mismatch().isPresent());
    assertThat(b.mismatch()).get().asString().contains("this member has no key");
  }

  @Test
  void shouldKeepGroupsWithTheSameSecretApart() throws Exception {
    joined("a", secret(SECRET, "crypto.context", "shop"));
    MarshalDataSession b = group.session("b", secret(SECRET, "crypto.context", "bank"));
    assertThatThrownBy(b::join).hasMessageContaining("does not have");
  }

  @Test
  void shouldChangeTheSecretMemberByMember() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET, "crypto.accepted-secrets", OTHER_SECRET));
    MarshalDataSession b = joined("b", secret(OTHER_SECRET, "crypto.accepted-secrets", SECRET));
    group.awaitMembers(2);
    send(a, b.localAddress(), "old key");
    awaitReceived("b got old key of a");
    received.clear();
    send(b, a.localAddress(), "new key");
    awaitReceived("a got new key of b");
    MarshalDataSession c = joined("c", secret(OTHER_SECRET));
    group.awaitMembers(3);
    send(a, c.localAddress(), "to one without the old key");
    await().until(() -> c.droppedFrames() > 0);
  }

  @Test
  void shouldReadSecretsOfAFile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("secrets"), OTHER_SECRET + "\n\n" + SECRET + "\n");
    joined("a", secret(SECRET));
    Map<String, String> settings = Map.of("chain", "crypto", "crypto.secret-file", file.toString());
    MarshalDataSession b = joined("b", settings);
    group.awaitMembers(2);
    assertThat(b.isJoined()).isTrue();
  }

  @Test
  void shouldReadTheKeyOfAKeyStore(@TempDir Path folder) throws Exception {
    char[] password = "changeit".toCharArray();
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, password);
    store.setKeyEntry("g2cl", new SecretKeySpec(new byte[32], "AES"), password, null);
    Path file = folder.resolve("keys.p12");
    try (var out = Files.newOutputStream(file)) {
      store.store(out, password);
    }
    Map<String, String> settings = new HashMap<>();
    settings.put("chain", "crypto");
    settings.put("crypto.keystore", file.toString());
    settings.put("crypto.keystore-password", "changeit");
    joined("a", settings);
    joined("b", settings);
    group.awaitMembers(2);
    settings.put("crypto.key-aliases", "other");
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings))
        .hasMessageContaining("no secret key of 256 bits under the alias 'other'");
  }
}
