package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AcceptedSocketTest {
  private ServerSocket server;
  private Socket client;
  private Socket accepted;

  @BeforeEach
  void connect() throws Exception {
    server = new PlainSockets().createServerSocket("test");
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    client = new Socket(server.getInetAddress(), server.getLocalPort());
    accepted = server.accept();
  }

  @AfterEach
  void close() throws Exception {
    client.close();
    accepted.close();
    server.close();
  }

  @Test
  void shouldEndAReadWhoseTimeoutHasPassed() throws Exception {
    accepted.setSoTimeout(100);

    assertThatThrownBy(() -> accepted.getInputStream().read()).isInstanceOf(SocketException.class);
    assertThat(accepted.isClosed()).isTrue();
  }

  @Test
  void shouldReadOnWhenTheTimeoutWasTakenBack() throws Exception {
    accepted.setSoTimeout(200);
    assertThat(accepted.getSoTimeout()).isEqualTo(200);
    client.getOutputStream().write(1);
    assertThat(accepted.getInputStream().read()).isEqualTo(1);
    accepted.setSoTimeout(0);

    var later =
        new Thread(
            () -> {
              try {
                Thread.sleep(600); // longer than the time-out that counts no more
                client.getOutputStream().write(2);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    later.start();

    assertThat(accepted.getInputStream().read()).isEqualTo(2);
    assertThat(accepted.getSoTimeout()).isZero();
  }

  @Test
  void shouldNotAcceptOnAServerSocketThatIsClosed() throws Exception {
    server.close();

    assertThatThrownBy(server::accept).isInstanceOf(SocketException.class);
  }
}
