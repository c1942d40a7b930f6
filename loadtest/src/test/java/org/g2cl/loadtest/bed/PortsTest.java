package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PortsTest {
  @Test
  void shouldGiveDifferentPortsBelowThoseOfOutgoingConnections() {
    try (Ports ports = Ports.free()) {
      int[] taken = IntStream.range(0, 30).map(i -> ports.take()).toArray();

      assertThat(taken).doesNotHaveDuplicates();
      assertThat(IntStream.of(taken).boxed()).allMatch(port -> port >= 20_000 && port < 32_000);
    }
  }

  @Test
  void shouldHoldAPortUntilItIsReleased() throws IOException {
    try (Ports ports = Ports.free()) {
      int port = ports.take();

      assertThatThrownBy(() -> listen(port).close()).isInstanceOf(IOException.class);
      ports.release(port);
      listen(port).close();
    }
  }

  @Test
  void shouldNameTheOptionWhenItsPortIsTaken() throws IOException {
    try (ServerSocket other = listen(0);
        Ports ports = Ports.free()) {
      assertThatThrownBy(() -> ports.take(other.getLocalPort(), "--http-port"))
          .isInstanceOf(BedException.class)
          .hasMessageContaining("--http-port " + other.getLocalPort() + " is taken")
          .hasMessageContaining("choose another port")
          .extracting(e -> ((BedException) e).reason())
          .isEqualTo(BedException.Cause.ENVIRONMENT);
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
