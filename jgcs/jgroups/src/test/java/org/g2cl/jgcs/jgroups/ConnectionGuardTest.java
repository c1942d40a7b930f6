package org.g2cl.jgcs.jgroups;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
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
        .hasMessageContaining(address() + " proves a key that this member does not have");
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
      new DataInputStream(stranger.getInputStream()).readFully(new byte[HELLO]);
      int proof = stranger.getInputStream().read();
      assertThat(stranger.getInputStream().readNBytes(proof)).hasSize(proof);

      assertThat(stranger.getInputStream().read()).as("not let in").isEqualTo(-1);
    }
    assertThat(accepting).isNotDone();
    checkThatMembersGetIn(accepting);
  }

  /** Passes a handshake on between a member and the server; returns what the member has said. */
  private byte[] recordedBetween(ServerSocket fake) {
    try (Socket member = fake.accept();
        Socket real = new Socket(server.getInetAddress(), server.getLocalPort())) {
      byte[] hello = member.getInputStream().readNBytes(HELLO);
      real.getOutputStream().write(hello);
      pass(real, member, HELLO);
      byte[] proof = pass(member, real, 0);
      pass(real, member, -1);
      byte[] all = Arrays.copyOf(hello, HELLO + proof.length);
      System.arraycopy(proof, 0, all, HELLO, proof.length);
      return all;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Passes on so many bytes, and a proof behind them; one byte for -1. */
  private static byte[] pass(Socket from, Socket to, int before) throws IOException {
    byte[] bytes = from.getInputStream().readNBytes(before < 0 ? 1 : before + 1);
    if (before >= 0) {
      int length = bytes[before] & 0xff;
      bytes = Arrays.copyOf(bytes, before + 1 + length);
      from.getInputStream().readNBytes(bytes, before + 1, length);
    }
    to.getOutputStream().write(bytes);
    return bytes;
  }

  @Test
  void shouldNotTakeItsOwnProofForThatOfAnother() throws Exception {
    CompletableFuture<Socket> accepting = accepting();
    try (Socket mirror = new Socket(server.getInetAddress(), server.getLocalPort())) {
      byte[] hello = new byte[HELLO];
      System.arraycopy(new byte[] {-1, 'g', '2', 'c', 'l', 'k', 'e', 'y', 1}, 0, hello, 0, 9);
      mirror.getOutputStream().write(hello);
      mirror.getInputStream().readNBytes(HELLO);
      pass(mirror, mirror, 0);

      assertThat(mirror.getInputStream().read()).as("not let in").isEqualTo(-1);
    }
    assertThat(accepting).isNotDone();
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
          .hasRootCauseInstanceOf(IOException.class);
    }
  }
}
