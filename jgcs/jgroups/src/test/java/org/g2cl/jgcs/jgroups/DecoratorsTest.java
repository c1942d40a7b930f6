package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.g2cl.howto.PriceBoard;
import org.junit.jupiter.api.Test;

/** The decorators of the blocks on this engine, by the example of the how-to. */
class DecoratorsTest {
  @Test
  void shouldPassAllOfThemOnJGroupsToo() throws Exception {
    Map<String, String> decorators =
        Map.of("chain", "frag,bundle,compress,crypto", "crypto.secret", "the-secret-of-the-shop");
    String port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = Integer.toString(free.getLocalPort());
    }
    String peers = "127.0.0.1:" + port;
    Map<String, String> one = Map.of("bind-port", port, "peers", peers);
    try (PriceBoard first = new PriceBoard("jgroups", one, decorators)) {
      first.change("cup", 250);
      try (PriceBoard second = new PriceBoard("jgroups", Map.of("peers", peers), decorators)) {
        assertThat(second.price("cup")).isEqualTo(250);
        assertThat(second.change("cup", 300).getResults()).containsExactly(250, 250);
      }
    }
  }
}
