package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.g2cl.loadtest.bed.Ports;
import org.junit.jupiter.api.Test;

class WebCommandTest {
  private static final Path FOLDER = Path.of("target", "web-test").toAbsolutePath();

  @Test
  void shouldBeReadyAndSayThatNoBusinessNodeAnswersYet() throws Exception {
    String server = "127.0.0.1:" + freePort();
    try (CommandProcess web = web(server)) {
      web.awaitText("READY web1 http://127.0.0.1:");
      web.awaitText("No business node answers at " + server + " yet");
    }
  }

  @Test
  void shouldSayNothingMoreThanReadyWhenOneOfTheServersListens() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        CommandProcess web =
            web("127.0.0.1:" + freePort() + ",127.0.0.1:" + server.getLocalPort())) {
      web.awaitText("READY web1");
      server.accept().close(); // it has looked
      web.signal("TERM");

      assertThat(web.awaitEnd()).isEqualTo(143);
      assertThat(web.text()).doesNotContain("No business node");
    }
  }

  private static CommandProcess web(String servers) throws IOException {
    return CommandProcess.start(FOLDER, "web", "--port=" + freePort(), "--servers=" + servers);
  }

  private static String freePort() {
    try (Ports ports = Ports.free()) {
      return "" + ports.take();
    }
  }
}
