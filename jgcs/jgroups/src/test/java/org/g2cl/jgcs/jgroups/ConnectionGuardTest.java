package org.g2cl.jgcs.jgroups;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.spi.Admission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionGuardTest {
  private static final int HELLO = 8 + 1 + 32;
  private static final int WAIT_SECONDS = 10;

  private ServerSocket server;

  @BeforeEach
  void listen() throws IOException {
    server = new PlainSockets(guard("key", "shop")).createServerSocket("test");
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private static ConnectionGuard guard(String word, String group) {
    return new ConnectionGuard(new Word(word), group);
  }

  /** A word that stands for a key. */
  private record Word(String word) implements Admission {
    @Override
    public byte[] prove(byte[] statement) {
      return (word + new String(statement, ISO_8859_1).hashCode()).getBytes(UTF_8);
    }

    @Override
    public boolean accepts(byte[] statement, byte[] proof) {
      return Arrays.equals(prove(statement), proof);
    }

    @Override
    public String advice() {
      return "say the same word";
    }
  }

  private CompletableFuture<Socket> accepting() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return server.accept();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  private Socket connected(ConnectionGuard guard) throws IOException {
    Socket socket = new PlainSockets(guard).createSocket("test");
    socket.connect(address(), 1_000);
    return socket;
  }

  private SocketAddress address() {
    return server.getLocalSocketAddress();
  }

  private void checkThatMembersGetIn(CompletableFuture<Socket> accepting) throws Exception {
    try (Socket member = connected(guard("key", "shop"));
        Socket accepted = accepting.get(WAIT_SECONDS, TimeUnit.SECONDS)) {
      assertThat(accepted.getRemoteSocketAddress()).isEqualTo(member.getLocalSocketAddress());
      assertThat(accepted.getSoTimeout()).isZero();
      member.getOutputStream().write(7);
      assertThat(accepted.getInputStream().read()).isEqualTo(7);
      accepted.getOutputStream().write(8);
      assertThat(member.getInputStream().read()).isEqualTo(8);
    }
  }

  @Test
  void shouldConnectMembersOfOneKey() throws Exception {
    checkThatMembersGetIn(accepting());
  }

  @Test
  void shouldRefuseAMemberOfAnotherKeyAndSayWho() throws Exception {
    ConnectionGuard other = guard("other", "shop");
    CompletableFuture<Socket> accepting = accepting();

    assertThatThrownBy(() -> connected(other))
        .as("JGroups does not log it with each message")
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining(address() + " refuses it, since for group 'shop' it proves a key");
    assertThat(other.refusal()).isPresent();
    assertThat(other.advice()).isEqualTo("say the same word");
    checkThatMembersGetIn(accepting);
  }

  @Test
  void shouldRefuseAMemberOfAnotherGroup() throws Exception {
    CompletableFuture<Socket> accepting = accepting();

    assertThatThrownBy(() -> connected(guard("key", "warehouse"))).isInstanceOf(IOException.class);
    checkThatMembersGetIn(accepting);
  }

  @Test
  void shouldTellAMemberWithoutAKeyThatItIsKeptOut() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    ConnectionGuard none = ConnectionGuard.none();
    try (Socket stranger = connected(none)) {
      stranger.getOutputStream().write("beef and what JGroups sends".getBytes(UTF_8));

      assertThatThrownBy(() -> stranger.getInputStream().read(new byte[100]))
          .hasMessageContaining("lets in only who proves a key, and this member has no key");
      assertThat(none.refusal()).isPresent();
    }
    checkThatMembersGetIn(accepting);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "beef", "GET / HTTP/1.1\r\n\r\n"})
  void shouldHearOutAStrangerForASecondAtMost(String words) throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    try (Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort())) {
      stranger.setSoTimeout((int) Duration.ofSeconds(WAIT_SECONDS).toMillis());
      stranger.getOutputStream().write(words.getBytes(UTF_8));
      try {
        stranger.getInputStream().readAllBytes();
      } catch (IOException reset) {
        // closed with bytes unread
      }
    }
    assertThat(accepting).isNotDone();
    checkThatMembersGetIn(accepting);
  }

  @Test
  void shouldRefuseWhatWasRecordedOfAnother() throws Exception {
    byte[] recorded;
    try (ServerSocket fake = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Socket> accepting = accepting();
      CompletableFuture<byte[]> between =
          CompletableFuture.supplyAsync(() -> recordedBetween(fake));
      try (Socket member = new PlainSockets(guard("key", "shop")).createSocket("test")) {
        member.connect(fake.getLocalSocketAddress(), 1_000);
      }
      recorded = between.get(WAIT_SECONDS, TimeUnit.SECONDS);
      accepting.get(WAIT_SECONDS, TimeUnit.SECONDS).close();
    }
    CompletableFuture<Socket> accepting = accepting();
    try (Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort())) {
      stranger.getOutputStream().write(recorded);
      stranger.getInputStream().readNBytes(HELLO);

      assertThat(stranger.getInputStream().read()).as("refused").isZero();
      assertThat(stranger.getInputStream().read()).as("not let in").isEqualTo(-1);
    }
    assertThat(accepting).isNotDone();
    checkThatMembersGetIn(accepting);
  }

  /** Passes a handshake on between a member and the server; returns what the member has said. */
  private byte[] recordedBetween(ServerSocket fake) {
    try (Socket member = fake.accept();
        Socket real = new Socket(server.getInetAddress(), server.getLocalPort())) {
      byte[] hello = pass(member, real, HELLO);
      pass(real, member, HELLO);
      byte[] proof = passProof(member, real);
      passProof(real, member);
      byte[] all = Arrays.copyOf(hello, HELLO + proof.length);
      System.arraycopy(proof, 0, all, HELLO, proof.length);
      return all;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] pass(Socket from, Socket to, int length) throws IOException {
    byte[] bytes = from.getInputStream().readNBytes(length);
    to.getOutputStream().write(bytes);
    return bytes;
  }

  private static byte[] passProof(Socket from, Socket to) throws IOException {
    int length = from.getInputStream().read();
    byte[] proof = from.getInputStream().readNBytes(length);
    byte[] all = new byte[1 + length];
    all[0] = (byte) length;
    System.arraycopy(proof, 0, all, 1, length);
    to.getOutputStream().write(all);
    return all;
  }

  @Test
  void shouldNotTakeItsOwnProofForThatOfAnother() throws Exception {
    try (ServerSocket fake = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket member = new PlainSockets(guard("key", "shop")).createSocket("test")) {
      CompletableFuture<Void> mirror =
          CompletableFuture.runAsync(
              () -> {
                try (Socket same = fake.accept()) {
                  pass(same, same, HELLO);
                  passProof(same, same);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });

      assertThatThrownBy(() -> member.connect(fake.getLocalSocketAddress(), 1_000))
          .hasMessageContaining("for group 'shop' proves a key that this member does not have");
      mirror.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  private static byte[] hello(int version) {
    byte[] hello = new byte[HELLO];
    System.arraycopy(
        new byte[] {-1, 'g', '2', 'c', 'l', 'k', 'e', 'y', (byte) version}, 0, hello, 0, 9);
    return hello;
  }

  @Test
  void shouldTellAStrangerNothingByWhichItCouldGuessAtTheKey() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    try (Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort())) {
      stranger.getOutputStream().write(hello(1));
      stranger.getOutputStream().write(new byte[] {2, 8, 8});
      assertThat(stranger.getInputStream().readAllBytes()).hasSize(HELLO + 1).endsWith(0);
    }
    checkThatMembersGetIn(accepting);
  }

  /** As JGroups does with what is no connection of its own. */
  @Test
  void shouldSayWhatAMemberMayBeThatProvesNothing() throws Exception {
    ConnectionGuard guard = guard("key", "shop");
    try (ServerSocket former = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket socket = new PlainSockets(guard).createSocket("test")) {
      CompletableFuture<Void> closing = CompletableFuture.runAsync(() -> hangUpOnce(former));

      assertThatThrownBy(() -> socket.connect(former.getLocalSocketAddress(), 1_000))
          .hasMessageContaining("proves no key, and this member has one (it has no secret, or")
          .hasMessageContaining("all of whose members must be stopped before the first");
      closing.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(guard.refusal()).isPresent();
  }

  private static void hangUpOnce(ServerSocket server) {
    try (Socket accepted = server.accept()) {
      accepted.getInputStream().readNBytes(HELLO);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldSayThatTheOtherHasAnotherVersion() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    try (Socket later = new Socket(server.getInetAddress(), server.getLocalPort())) {
      later.getOutputStream().write(hello(2));
      assertThat(later.getInputStream().readAllBytes()).hasSize(HELLO);
    }
    checkThatMembersGetIn(accepting);
    try (ServerSocket fake = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket member = new PlainSockets(guard("key", "shop")).createSocket("test")) {
      CompletableFuture<Void> later =
          CompletableFuture.runAsync(
              () -> {
                try (Socket accepted = fake.accept()) {
                  accepted.getOutputStream().write(hello(2));
                  accepted.getInputStream().readNBytes(HELLO);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });
      assertThatThrownBy(() -> member.connect(fake.getLocalSocketAddress(), 1_000))
          .hasMessageContaining("has version 2 of the handshake, and this member has 1");
      later.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Does it, and waits until the log has that of a connection that was refused. */
  private static void checkLogged(String awaited, Callable<?> action) throws Exception {
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      action.call();
      await()
          .until(
              () ->
                  log.toString(UTF_8)
                      .lines()
                      .anyMatch(
                          line ->
                              line.contains("refused a connection of ") && line.contains(awaited)));
    } finally {
      System.setErr(before);
    }
  }

  private Socket stranger(byte[] words) throws IOException {
    Socket stranger = new Socket(server.getInetAddress(), server.getLocalPort());
    stranger.getOutputStream().write(words);
    return stranger;
  }

  private void checkThatALookAtThePortIsLogged() throws Exception {
    checkLogged(
        "it has ended without a word",
        () -> {
          stranger(new byte[0]).close();
          return null;
        });
  }

  @Test
  void shouldTellWhatItKnowsOfWhoShowsNothing() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    checkThatALookAtThePortIsLogged();
    assertThat(accepting).isNotDone();
  }

  @Test
  void shouldTellOfOneThatEndsInTheMiddleThatItHasProvedNothing() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    checkLogged(
        "it has ended before it had proved a key",
        () -> {
          try (Socket stranger = stranger(hello(1))) {
            stranger.getInputStream().readNBytes(HELLO);
          }
          return null;
        });
    assertThat(accepting).isNotDone();
  }

  @Test
  void shouldTellOfOneWhoseTimeIsOver() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    checkLogged(
        "it has proved no key within 1000 ms",
        () -> {
          try (Socket stranger = stranger(hello(1))) {
            stranger.getInputStream().readAllBytes();
          }
          return null;
        });
    assertThat(accepting).isNotDone();
  }

  @Test
  void shouldTellOfAnotherKeyAlsoWhenSomebodyHasLookedWhetherThePortIsOpen() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    checkThatALookAtThePortIsLogged();
    checkLogged(
        "it proves a key that this member does not have; say the same word",
        () ->
            assertThatThrownBy(() -> connected(guard("other", "shop")))
                .isInstanceOf(IOException.class));
    assertThat(accepting).isNotDone();
  }

  private List<Socket> silentStrangers(int count) throws IOException {
    List<Socket> strangers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strangers.add(new Socket(server.getInetAddress(), server.getLocalPort()));
    }
    return strangers;
  }

  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  @Test
  void shouldLetMembersInWhileStrangersSayNothing() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    List<Socket> strangers = silentStrangers(8);
    checkThatMembersGetIn(accepting);
    closeAll(strangers);
  }

  @Test
  void shouldHaveTheStrangerThatIsHeardForLongestGiveWay() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    List<Socket> strangers = new ArrayList<>();
    checkLogged(
        "this member has closed it", () -> strangers.addAll(silentStrangers(2 * Handshakes.MOST)));
    checkThatMembersGetIn(accepting);
    strangers.get(0).setSoTimeout(WAIT_SECONDS * 1_000);
    assertThat(strangers.get(0).getInputStream().read()).as("hung up").isEqualTo(-1);
    closeAll(strangers);
  }

  @Test
  void shouldEndTheWaitForAConnectionWhenItIsClosed() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    List<Socket> strangers = silentStrangers(1);
    await().until(() -> threads("g2cl-accept") > 0 && threads("g2cl-handshake") > 0);
    server.close();
    assertThatThrownBy(() -> accepting.get(WAIT_SECONDS, TimeUnit.SECONDS))
        .hasRootCauseInstanceOf(SocketException.class);
    assertThatThrownBy(server::accept).isInstanceOf(SocketException.class);
    strangers.get(0).setSoTimeout(WAIT_SECONDS * 1_000);
    assertThat(strangers.get(0).getInputStream().read()).as("hung up").isEqualTo(-1);
    closeAll(strangers);
    await().until(() -> threads("g2cl-accept") + threads("g2cl-handshake") == 0);
  }

  private static long threads(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }

  @Test
  void shouldGiveUpAPeerThatSaysNothing() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket socket = new PlainSockets(guard("key", "shop")).createSocket("test")) {
      CompletableFuture<Void> connecting =
          CompletableFuture.runAsync(
              () -> {
                try {
                  socket.connect(silent.getLocalSocketAddress(), 300);
                } catch (IOException e) {
                  throw new IllegalStateException(e);
                }
              });

      assertThatThrownBy(() -> connecting.get(WAIT_SECONDS, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .cause()
          .as("whoever sends rests before it tries again")
          .hasCauseInstanceOf(SocketTimeoutException.class);
    }
  }
}
