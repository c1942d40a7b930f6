package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.g2cl.howto.PriceBoard;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.Test;

/** The decorators of the blocks on this engine, by the example of the how-to. */
class DecoratorsTest {
  @Test
  void shouldPassAllOfThem() throws Exception {
    Map<String, String> decorators =
        Map.of("chain", "frag,bundle,compress,crypto", "crypto.secret", "the-secret-of-the-shop");
    String port = Integer.toString(FreePorts.next());
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
