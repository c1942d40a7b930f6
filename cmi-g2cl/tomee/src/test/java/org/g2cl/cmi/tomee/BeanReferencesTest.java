package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** References of beans, as arguments and results, where a node takes the classes of its list. */
class BeanReferencesTest {
  private static String said;

  @BeforeAll
  static void call() throws Exception {
    Process process =
        NodeJvm.builder(PorterNode.class, "127.0.0.1:" + FreePorts.next(), "" + FreePorts.next())
            .start();
    try {
      said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  static Stream<String> clients() {
    return Stream.of("ours", "stock", "local");
  }

  @ParameterizedTest
  @MethodSource("clients")
  void shouldTravel(String client) {
    assertThat(said.lines())
        .contains(client + ", plain: 1")
        .contains(client + ", argument: 1")
        .contains(client + ", result: 1")
        .contains(client + ", result of result: 1")
        .contains(client + ", argument between beans: 2")
        .contains(client + ", result between beans: 1");
  }

  @Test
  void shouldLeaveExceptionsReadable() {
    assertThat(said).contains("ours, exception: jakarta.ejb.EJBException");
  }
}
