package org.g2cl.sample.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.g2cl.jgcs.tck.FreePorts;
import org.g2cl.sample.jonas.bed.JonasBed;
import org.g2cl.sample.jonas.bed.Kind;
import org.g2cl.sample.jonas.bed.Node;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Our jar on one class path with stock's JGroups 2.12, before it and behind it: each reads its own
 * tables and system properties, so members of ours find each other, and the server's own channels
 * work as before.
 */
abstract class NeighbourContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Java of the members, null for that of the test. */
  String javaHome() {
    return null;
  }

  @ParameterizedTest(name = "ours first: {0}")
  @ValueSource(booleans = {true, false})
  void shouldJoinGroupOfTwoAndLeaveStocksChannelsUsable(boolean oursFirst) throws Exception {
    try (JonasBed bed =
        new JonasBed(
            Kind.STOCK, Ours.work(getClass()).resolve("" + oursFirst), Ours.jar(), javaHome(), 2)) {
      Node a = bed.startNeighbour(oursFirst, 0, 1);
      Node b = bed.startNeighbour(oursFirst, 1, 0);
      JonasBed.awaitReady(a, b);
      for (Node member : new Node[] {a, b}) {
        await()
            .atMost(PATIENCE)
            .untilAsserted(() -> assertThat(member.ask("members")).isEqualTo("OK 2"));
      }
      assertThat(a.ask("channels " + FreePorts.next() + " " + FreePorts.next()))
          .isEqualTo("OK hello to 2");
    }
  }
}
