package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.loadtest.node.Starters;
import org.junit.jupiter.api.Test;

class DepartureTest {
  private static final Path FOLDER = Path.of("target", "node-test").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final StringWriter out = new StringWriter();

  @Test
  void shouldLeaveOnceItHasStartedWhenItIsTerminatedWhileItStarts() throws Exception {
    int group = freePort();
    int peer = freePort();
    try (CommandProcess node = node(freePort(), group, peer)) {
      await("it is in the group and waits for its peer")
          .atMost(PATIENCE)
          .until(() -> accepts(group));
      node.signal("TERM");
      node.awaitText("is still starting");

      HttpServer answering = StandInGroup.server("127.0.0.1", peer);
      answering.createContext("/known", DepartureTest::answer);
      answering.start();
      try {
        assertThat(node.awaitEnd()).isEqualTo(143);
      } finally {
        answering.stop(0);
      }
      assertThat(node.text())
          .contains("leaving node-a: handing sessions over", "left node-a")
          .doesNotContain("READY", "Exception");
    }
  }

  @Test
  void shouldEndWithoutLeavingWhenTheStartTakesTooLong() {
    departure().leave();

    assertThat(out.toString())
        .contains("node-a is still starting", "it ends without leaving its group")
        .doesNotContain("left");
  }

  @Test
  void shouldNotWaitForANodeWhoseStartFailed() {
    Departure departure = departure();
    IllegalStateException failure = new IllegalStateException("the port is taken");
    Starters.Business failing =
        settings -> {
          throw failure;
        };
    assertThat(catchThrowable(() -> departure.start(failing, null))).isSameAs(failure);

    departure.leave();

    assertThat(out.toString().strip()).isEqualTo("node-a did not start: the port is taken");
  }

  private Departure departure() {
    return new Departure("node-a", new PrintWriter(out), Duration.ofMillis(50));
  }

  private static CommandProcess node(int port, int group, int peer) throws IOException {
    return CommandProcess.start(
        FOLDER,
        "node",
        "--name=node-a",
        "--jdbc-url=jdbc:postgresql://127.0.0.1:1/never-asked",
        "--port=" + port,
        "--group-port=" + group,
        "--peers=127.0.0.1:" + peer);
  }

  private static int freePort() {
    try (Ports ports = Ports.free()) {
      return ports.take();
    }
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }
}
