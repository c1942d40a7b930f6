package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AcceptedSocketTest {
  private final HandTimer timer = new HandTimer();
  private ServerSocket server;
  private Socket client;
  private Socket accepted;

  @BeforeEach
  void connect() throws Exception {
    server = new PlainSockets(ConnectionGuard.none()).createServerSocket("test");
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = new Socket(server.getInetAddress(), server.getLocalPort());
    accepted = server.accept();
  }

  /** Another connection, whose time-outs pass when the test says so. */
  private void acceptByHand() throws IOException {
    closeSockets();
    server =
        new ServerSocket(0, 1, InetAddress.getLoopbackAddress()) {
          @Override
          public Socket accept() throws IOException {
            var next = new AcceptedSocket(0, timer);
            implAccept(next);
            return next;
          }
        };
    client = new Socket(server.getInetAddress(), server.getLocalPort());
    accepted = server.accept();
  }

  @AfterEach
  void close() throws IOException {
    timer.shutdownNow();
    closeSockets();
  }

  private void closeSockets() throws IOException {
    client.close();
    accepted.close();
    server.close();
  }

  /** Never runs a task by itself. */
  private static final class HandTimer extends ScheduledThreadPoolExecutor {
    final List<Runnable> tasks = new ArrayList<>();
    final List<Duration> delays = new ArrayList<>();
    final List<ScheduledFuture<?>> futures = new ArrayList<>();

    HandTimer() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
      tasks.add(task);
      delays.add(Duration.of(delay, unit.toChronoUnit()));
      futures.add(super.schedule(() -> {}, 1, TimeUnit.DAYS));
      return futures.get(futures.size() - 1);
    }
  }

  @Test
  void shouldEndAReadWhoseTimeoutHasPassed() throws Exception {
    accepted.setSoTimeout(100);

    assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
    assertThat(accepted.isClosed()).isTrue();
  }

  @Test
  void shouldReadOnWhenTheTimeoutWasTakenBack() throws Exception {
    acceptByHand();
    accepted.setSoTimeout(200);
    assertThat(accepted.getSoTimeout()).isEqualTo(200);
    assertThat(timer.delays).containsExactly(Duration.ofMillis(200));
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);

    accepted.setSoTimeout(0);

    assertThat(accepted.getSoTimeout()).isZero();
    assertThat(timer.futures.get(0).isCancelled()).isTrue();
    client.getOutputStream().write(2);
    assertThat(accepted.getInputStream().read()).isEqualTo(2);
  }

  /** The timer's thread may have begun by then, and wait for its turn. */
  @Test
  void shouldStayOpenWhenTheTimeoutPassesWhileItIsTakenBack() throws Exception {
    acceptByHand();
    accepted.setSoTimeout(200);
    accepted.setSoTimeout(0);

    timer.tasks.get(0).run();

    assertThat(accepted.isClosed()).isFalse();
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);
  }

  @Test
  void shouldStayOpenUntilTheTimeoutThatWasSetLast() throws Exception {
    acceptByHand();
    accepted.setSoTimeout(200);
    accepted.setSoTimeout(5_000);

    timer.tasks.get(0).run();
    assertThat(accepted.isClosed()).isFalse();
    timer.tasks.get(1).run();

    assertThat(accepted.isClosed()).isTrue();
  }

  @Test
  void shouldNotAcceptOnAServerSocketThatIsClosed() throws Exception {
    server.close();

    assertThatThrownBy(server::accept).isInstanceOf(SocketException.class);
  }
}
