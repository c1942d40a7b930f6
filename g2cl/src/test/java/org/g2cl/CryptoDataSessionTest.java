package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.crypto.spec.SecretKeySpec;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Membership;
import net.sf.jgcs.Message;
import net.sf.jgcs.Protocol;
import net.sf.jgcs.ServiceNames;
import net.sf.jgcs.annotation.PointToPoint;
import net.sf.jgcs.spi.ViewMembership;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CryptoDataSessionTest {
  private static final String SECRET = "the-secret-of-the-members";
  private static final String OTHER_SECRET = "the-secret-of-somebody-else";
  private static final int OLD_KEY = CryptoKey.ofSecret(SECRET, "").id();
  private static final int NEW_KEY = CryptoKey.ofSecret(OTHER_SECRET, "").id();
  private static final int SERVICE = 1;
  private static final SocketAddress SELF = InetSocketAddress.createUnresolved("self", 1);

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
    listen(name, session);
    session.join();
    return session;
  }

  private void listen(String name, MarshalDataSession session) {
    session.register(
        SERVICE,
        message ->
            received.add(
                name
                    + " got "
                    + new String(message.getPayload(), UTF_8)
                    + " of "
                    + message.getSender()));
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
    byte[] plain = Frames.encode(Header.PLAIN, SERVICE, Order.FIFO, "plain".getBytes(UTF_8));
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

  /** Time of a member, which a test moves. */
  private static final class MovedClock {
    private final AtomicReference<Duration> ahead;

    MovedClock(Duration ahead) {
      this.ahead = new AtomicReference<>(ahead);
    }

    void set(Duration next) {
      ahead.set(next);
    }

    Clock clock() {
      InstantSource source = () -> Instant.now().plus(ahead.get());
      return source.withZone(ZoneOffset.UTC);
    }
  }

  private MarshalDataSession joinedAt(String name, MovedClock time) throws Exception {
    MarshalDataSession session =
        group.session(name, MarshalDataSessionFactory.of(secret(SECRET), time.clock()));
    listen(name, session);
    session.join();
    return session;
  }

  @Test
  void shouldRefuseToJoinMembersWhoseClocksAreAheadAndTakeNothingOfBefore() throws Exception {
    MarshalDataSession a = joinedAt("a", new MovedClock(Duration.ofHours(1)));
    stranger();
    send(a, null, "of before");
    byte[] frame = frameSeen();
    awaitReceived("a got of before of a");
    MarshalDataSession b = group.session("b", secret(SECRET));
    b.register(SERVICE, message -> received.add("b"));
    assertThatThrownBy(b::join)
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("a frame of member a")
        .hasMessageContaining("s after this member's present time")
        .hasMessageContaining("clock is ahead, or this member's behind")
        .hasMessageContaining("set the clocks of both right");
    sendRaw(group.engine(a), frame, null);
    await().until(() -> received.size() == 1 && a.droppedFrames() > 0);
    assertThat(received).containsExactly("a got of before of a");
  }

  @Test
  void shouldNotJoinWithAClockThatIsBehind() throws Exception {
    joined("a", secret(SECRET));
    assertThatThrownBy(() -> joinedAt("b", new MovedClock(Duration.ofMinutes(-10))))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("this member's behind");
  }

  @Test
  void shouldNotJoinWithAClockThatIsAhead() throws Exception {
    joined("a", secret(SECRET));
    assertThatThrownBy(() -> joinedAt("b", new MovedClock(Duration.ofMinutes(10))))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("s before this member joined")
        .hasMessageContaining("or this member's ahead");
  }

  @Test
  void shouldDropWhatIsSentByAClockThatWentAheadUntilItIsRightAgain() throws Exception {
    MovedClock ofA = new MovedClock(Duration.ZERO);
    MarshalDataSession a = joinedAt("a", ofA);
    MarshalDataSession b = joined("b", secret(SECRET));
    group.awaitMembers(2);
    ofA.set(Duration.ofHours(1));
    send(a, b.localAddress(), "of tomorrow");
    await().until(() -> b.droppedFrames() == 1);
    assertThat(b.mismatch()).get().asString().contains("member a").contains("clock is ahead");
    ofA.set(Duration.ofSeconds(20));
    send(a, b.localAddress(), "nearly right");
    awaitReceived("b got nearly right of a");
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

  private Keyed joinedWithFile(String name, Path file, String grace) throws Exception {
    MarshalDataSessionFactory factory =
        MarshalDataSessionFactory.of(
            Map.of(
                "chain",
                "crypto",
                "crypto.secret-file",
                file.toString(),
                "crypto.reload",
                "PT0.02S",
                "crypto.grace",
                grace));
    AtomicReference<DecoratorChain> chain = new AtomicReference<>();
    MarshalDataSession session =
        group.session(
            name,
            (engine, dropped, self) -> {
              chain.set(factory.build(engine, dropped, self));
              return chain.get();
            });
    listen(name, session);
    session.join();
    return new Keyed(session, chain.get().crypto().orElseThrow().keys());
  }

  private record Keyed(MarshalDataSession session, KeyRing keys) {
    boolean accepts(int... ids) {
      return keys.accepted().equals(Arrays.stream(ids).boxed().collect(Collectors.toSet()));
    }
  }

  @Test
  void shouldChangeTheSecretWhileMembersSendWithoutLosingOrShowingAnything(@TempDir Path folder)
      throws Exception {
    Path ofA = Files.createDirectory(folder.resolve("a")).resolve("secrets");
    Path ofB = Files.createDirectory(folder.resolve("b")).resolve("secrets");
    write(ofA, SECRET);
    write(ofB, SECRET);
    Keyed a = joinedWithFile("a", ofA, "PT30S");
    Keyed b = joinedWithFile("b", ofB, "PT30S");
    group.awaitMembers(2);
    stranger();
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Integer> sender =
        CompletableFuture.supplyAsync(() -> sendUntil(stop, a.session(), b.session()));
    await().until(() -> keysSeen().equals(Set.of(OLD_KEY)));
    write(ofA, SECRET, OTHER_SECRET);
    write(ofB, SECRET, OTHER_SECRET);
    await().until(() -> a.accepts(OLD_KEY, NEW_KEY) && b.accepts(OLD_KEY, NEW_KEY));
    write(ofA, OTHER_SECRET);
    await("both keys in use").until(() -> keysSeen().equals(Set.of(OLD_KEY, NEW_KEY)));
    write(ofB, OTHER_SECRET);
    await().until(() -> a.accepts(NEW_KEY) && b.accepts(NEW_KEY));
    int seen = wire.size();
    await().until(() -> wire.size() > seen + 50);
    stop.set(true);
    int sent = sender.get(30, TimeUnit.SECONDS);
    await("all at both").until(() -> received.size() == 2 * sent);
    assertThat(a.session().droppedFrames() + b.session().droppedFrames()).isZero();
    assertThat(received).doesNotHaveDuplicates();
    assertThat(wire).noneMatch(frame -> new String(frame, UTF_8).contains("plans"));
    assertThat(keysSeen()).containsExactlyInAnyOrder(OLD_KEY, NEW_KEY);
    assertThat(lastKeySeen()).isEqualTo(NEW_KEY);
  }

  private static int sendUntil(AtomicBoolean stop, MarshalDataSession... sessions) {
    int sent = 0;
    try {
      while (!stop.get()) {
        send(sessions[sent % sessions.length], null, "the plans " + sent);
        sent++;
        LockSupport.parkNanos(1_000_000);
      }
    } catch (Exception e) {
      throw new AssertionError("message " + sent, e);
    }
    return sent;
  }

  private static void write(Path file, String... secrets) throws Exception {
    Path next = Files.write(file.resolveSibling("next"), List.of(secrets));
    Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Ids of the keys that what went over the network was encrypted with; fails for plain text. */
  private Set<Integer> keysSeen() throws Exception {
    Set<Integer> ids = new HashSet<>();
    for (byte[] frame : wire) {
      ids.add(keyId(frame));
    }
    return ids;
  }

  private int lastKeySeen() throws Exception {
    return keyId(wire.get(wire.size() - 1));
  }

  private static int keyId(byte[] frame) throws Exception {
    return Envelope.read(ByteBuffer.wrap(frame)).keyId();
  }

  @Test
  void shouldAcceptAKeyForAWhileAfterItWasTakenOutAndThenNoMore() throws Exception {
    CryptoKey old = CryptoKey.ofSecret(SECRET, "");
    CryptoKey next = CryptoKey.ofSecret(OTHER_SECRET, "");
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    InstantSource source = now::get;
    KeyRing ring =
        new KeyRing(
            List.of(old),
            new Envelope.Instance(1, 2),
            Duration.ofMinutes(1),
            source.withZone(ZoneOffset.UTC));
    ring.change(List.of(next));
    assertThat(ring.own().id()).isEqualTo(NEW_KEY);
    now.set(Instant.EPOCH.plusSeconds(60));
    assertThat(ring.find(OLD_KEY)).isSameAs(old);
    now.set(Instant.EPOCH.plusSeconds(61));
    assertThat(ring.find(OLD_KEY)).isNull();
    assertThat(ring.find(NEW_KEY)).isSameAs(next);
  }

  @Test
  void shouldKeepItsKeysWhenTheFileTurnsUnreadable(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("secrets");
    write(file, SECRET);
    Keyed a = joinedWithFile("a", file, "PT0.1S");
    stranger();
    write(file, "too short");
    send(a.session(), null, "one");
    Files.delete(file);
    send(a.session(), null, "two");
    write(file, "");
    send(a.session(), null, "three");
    awaitReceived("a got one of a", "a got two of a", "a got three of a");
    assertThat(keysSeen()).containsExactly(OLD_KEY);
    write(file, OTHER_SECRET);
    await("good keys are taken again").until(() -> a.accepts(NEW_KEY));
  }

  @Test
  void shouldChangeTheSecretByCallAndRefuseWhatIsNoKey() throws Exception {
    MarshalDataSession a = joined("a", secret(SECRET));
    stranger();
    assertThatThrownBy(() -> a.changeKeys(Map.of("crypto.secret", "short")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("16 characters")
        .hasMessageNotContaining("'short'");
    assertThatThrownBy(() -> a.changeKeys(Map.of("frag.size", "2000")))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("only keys can");
    assertThatThrownBy(() -> a.changeKeys(Map.of()))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("without a key nothing is sent");
    a.changeKeys(Map.of("crypto.secret", OTHER_SECRET, "crypto.accepted-secrets", SECRET));
    send(a, null, "by the new one");
    awaitReceived("a got by the new one of a");
    assertThat(lastKeySeen()).isEqualTo(NEW_KEY);
    MarshalDataSession plain = group.session("plain");
    assertThatThrownBy(() -> plain.changeKeys(Map.of("crypto.secret", OTHER_SECRET)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("does not encrypt");
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
        .hasMessageStartingWith("crypto.keystore is '%s'; it has no secret key of".formatted(file))
        .hasMessageContaining("under the alias 'other'; add one");
    settings.put("crypto.keystore-password", "another");
    assertThatThrownBy(() -> MarshalDataSessionFactory.of(settings))
        .hasMessageContaining("or crypto.keystore-password is not its password");
  }

  @Test
  void shouldTakeNoFrameOfTheLastSecondOfASenderThatIsForgottenAgain() throws Exception {
    Senders senders = new Senders(64);
    Envelope frame = new Envelope(0, 7, new Envelope.Instance(0, 0), 1000, 1);
    senders.accept(frame);
    for (int i = 1; i <= Senders.MAX_SENDERS; i++) {
      senders.accept(new Envelope(0, 7, new Envelope.Instance(0, i), 1001, 1));
    }
    assertThatThrownBy(() -> senders.accept(frame))
        .hasMessageContaining("replayed")
        .hasMessageContaining("more members than can be told from replays: 256");
  }

  private static WeakReference<Object> openAndClose() throws Exception {
    List<Object> opened = new ArrayList<>();
    try (TestGroup own = new TestGroup()) {
      own.session(
              "x",
              (engine, dropped, self) -> {
                DecoratorChain chain =
                    MarshalDataSessionFactory.of(secret(SECRET, "crypto.reload", "PT1H"))
                        .build(engine, dropped, self);
                opened.add(chain.top());
                return chain;
              })
          .join();
    }
    return new WeakReference<>(opened.get(0));
  }

  @Test
  void shouldKeepNoKeysInMemoryOnceItIsClosed() throws Exception {
    WeakReference<Object> closed = openAndClose();
    await()
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              System.gc();
              return closed.get() == null;
            });
  }

  /** Finds no thread for the first task. */
  private static final class Reluctant implements Scheduler.Worker {
    final List<Runnable> taken = new ArrayList<>();
    private boolean asked;

    @Override
    public boolean offer(Runnable task) {
      if (!asked) {
        asked = true;
        throw new InternalError("no thread, as the test wants it");
      }
      return taken.add(task);
    }

    @Override
    public void close() {}
  }

  private static CryptoDataSession crypto(Scheduler.Worker worker) {
    DataSession below =
        (DataSession)
            Proxy.newProxyInstance(
                CryptoDataSessionTest.class.getClassLoader(),
                new Class<?>[] {DataSession.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "isClosed" -> false;
                      case "createMessage" -> new G2CLMessage(null);
                      default -> null;
                    });
    Duration time = Duration.ofSeconds(5);
    var settings =
        new CryptoSettings(
            List.of(CryptoKey.ofSecret(SECRET, "")), null, "", 64, time, time, time, time);
    return new CryptoDataSession(
        below, new DroppedFrames(), settings, () -> SELF, Clock.systemUTC(), worker);
  }

  @Test
  void shouldGoOnLookingForKeysThoughThereWasNoThreadForOneLook() {
    var worker = new Reluctant();
    var time = new PendingRequestsTest.Time();
    CryptoDataSession crypto = crypto(worker);
    crypto.watchKeys(time);
    assertThatThrownBy(time::runLater).isInstanceOf(InternalError.class);
    time.runLater();
    assertThat(worker.taken).hasSize(1);
    assertThat(crypto.isClosed()).isFalse(); // so it is not collected before
  }

  @Test
  void shouldLookForKeysAgainThoughTheNextLookCouldNotBeAskedForOnceSomethingIsSent()
      throws Exception {
    var worker = new Reluctant();
    worker.asked = true; // so it finds threads
    var asked = new AtomicInteger();
    var time =
        new PendingRequestsTest.Time() {
          @Override
          public void later(Duration delay, Runnable task) {
            if (asked.incrementAndGet() == 2) {
              throw new InternalError("no thread, as the test wants it");
            }
            super.later(delay, task);
          }
        };
    CryptoDataSession crypto = crypto(worker);
    try (MarshalDataSession session =
        GroupMarshalDataSession.open(
            group.protocol("a"),
            group.configuration(),
            time,
            (engine, dropped, self) -> new DecoratorChain(crypto, List.of(crypto)))) {
      time.runLater();
      time.runLater();
      assertThat(worker.taken).hasSize(1);
      session.send(new G2CLMessage(null, new byte[1]), SERVICE, ServiceNames.FIFO);
      time.runLater();
      assertThat(worker.taken).hasSize(2);
    }
  }

  @Test
  void shouldTakeAViewThoughThereIsNoThreadForItsGreeting() {
    var worker = new Reluctant();
    CryptoDataSession crypto = crypto(worker);
    crypto.onView(view(SELF));
    crypto.onView(view(SELF, InetSocketAddress.createUnresolved("b", 1)));
    assertThat(worker.taken).isEmpty();
    crypto.onView(view(SELF, InetSocketAddress.createUnresolved("c", 1)));
    assertThat(worker.taken).hasSize(1);
  }

  /** View into which all but the first came. */
  private static Membership view(SocketAddress... members) {
    List<SocketAddress> all = List.of(members);
    List<SocketAddress> joined = all.subList(1, all.size());
    return new ViewMembership(null, SELF, all, joined, List.of(), List.of(), false);
  }
}
