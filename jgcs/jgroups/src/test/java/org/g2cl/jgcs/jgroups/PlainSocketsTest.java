package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both ends of a connection, each read by the test while the other one writes. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlainSocketsTest {
  private static final int BUFFER = 64;

  private enum End {
    CONNECTING,
    ACCEPTED
  }

  private ServerSocket server;
  private Socket connecting;
  private Socket accepted;

  @BeforeEach
  void connect() throws IOException {
    connect(BUFFER);
  }

  private void connect(int inputBuffer) throws IOException {
    PlainSockets sockets = new PlainSockets(ConnectionGuard.none(), inputBuffer);
    server = sockets.createServerSocket("test");
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    connecting = sockets.createSocket("test");
    connecting.connect(server.getLocalSocketAddress());
    accepted = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    connecting.close();
    accepted.close();
    server.close();
  }

  private Socket reader(End end) {
    return end == End.CONNECTING ? connecting : accepted;
  }

  private Socket writer(End end) {
    return end == End.CONNECTING ? accepted : connecting;
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadThroughOneUnlockedInput(End end) throws Exception {
    writer(end).getOutputStream().write(new byte[] {1, 2, 3});
    assertThat(reader(end).getInputStream()).isInstanceOf(UnlockedInput.class);
    assertThat(reader(end).getInputStream().read()).isEqualTo(1);
    assertThat(reader(end).getInputStream().read()).isEqualTo(2);
    assertThat(new DataInputStream(reader(end).getInputStream()).readByte()).isEqualTo((byte) 3);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadTheSocketsOwnInputWithoutABuffer(End end) throws Exception {
    close();
    connect(0);
    writer(end).getOutputStream().write(1);
    assertThat(reader(end).getInputStream()).isNotInstanceOf(UnlockedInput.class);
    assertThat(reader(end).getInputStream().read()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 60, 64, 65, 1_000, 300_000})
  void shouldReadMessagesOfAnySize(int size) throws Exception {
    byte[] message = new byte[size];
    message[size - 1] = 7;
    CompletableFuture<Void> written =
        CompletableFuture.runAsync(() -> write(writer(End.CONNECTING), message, 3));
    DataInputStream input = new DataInputStream(connecting.getInputStream());
    for (int i = 0; i < 3; i++) {
      assertThat(input.readInt()).isEqualTo(size);
      byte[] read = new byte[size];
      input.readFully(read);
      assertThat(read).isEqualTo(message);
    }
    written.get();
  }

  private static void write(Socket socket, byte[] message, int times) {
    try {
      DataOutputStream output = new DataOutputStream(socket.getOutputStream());
      for (int i = 0; i < times; i++) {
        output.writeInt(message.length);
        output.write(message);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellTheEndWhenTheOtherSideCloses(End end) throws Exception {
    writer(end).getOutputStream().write(1);
    writer(end).close();
    assertThat(reader(end).getInputStream().read()).isEqualTo(1);
    assertThat(reader(end).getInputStream().read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldEndTheWaitOfAReaderWhenItIsClosed(End end) throws Exception {
    endsTheWait(end, reader(end));
  }

  /** As JGroups does besides. */
  @ParameterizedTest
  @EnumSource
  void shouldEndTheWaitOfAReaderWhenItsInputIsClosed(End end) throws Exception {
    endsTheWait(end, reader(end).getInputStream());
    assertThat(reader(end).isClosed()).isTrue();
  }

  private void endsTheWait(End end, AutoCloseable closed) throws Exception {
    CompletableFuture<Integer> read = new CompletableFuture<>();
    Thread reading = new Thread(() -> read(end, read));
    reading.start();
    await().atMost(Duration.ofSeconds(20)).until(() -> isInRead(reading));
    closed.close();
    assertThatThrownBy(read::get)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(SocketException.class);
    assertThatThrownBy(reader(end)::getInputStream).isInstanceOf(SocketException.class);
  }

  private void read(End end, CompletableFuture<Integer> read) {
    try {
      read.complete(reader(end).getInputStream().read());
    } catch (IOException e) {
      read.completeExceptionally(e);
    }
  }

  private static boolean isInRead(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(UnlockedInput.class.getName())) {
        return true;
      }
    }
    return false;
  }

  @Test
  void shouldReadOnAfterATimeoutHasPassed() throws Exception {
    connecting.setSoTimeout(50);
    assertThatThrownBy(connecting.getInputStream()::read)
        .isInstanceOf(SocketTimeoutException.class);
    accepted.getOutputStream().write(1);
    assertThat(connecting.getInputStream().read()).isEqualTo(1);
  }

  /** See {@link AcceptedSocket}. */
  @Test
  void shouldCloseAnAcceptedOneAtATimeoutThatHasPassed() throws Exception {
    accepted.setSoTimeout(50);
    assertThatThrownBy(accepted.getInputStream()::read).isInstanceOf(SocketException.class);
    assertThat(accepted.isClosed()).isTrue();
  }
}
