package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.junit.jupiter.api.Test;

/** The figures tell exactly what happened, also when a process is killed. */
class KillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int CARTS = 4;

  @Test
  void shouldTellExactlyWhatAKillMadeOfTheSessions() throws Exception {
    String group = "kill-" + UUID.randomUUID();
    Port port = Port.free();
    try (HaService a =
            HaService.start(
                Carts.settings("jgroups", group, "a", 1)
                    .set(HaSetting.BIND_PORT, port.number())
                    .build());
        NodeProcess b = NodeProcess.start(group, "b", 2, port.address(), CARTS)) {
      URI page = URI.create(a.figures().page());
      await()
          .atMost(PATIENCE)
          .until(() -> Http.json(page, "/group").at("/nodes/1/figures/Calls").asLong() == CARTS);
      assertThat(Http.json(page, "/group").at("/nodes/1/name").asText()).isEqualTo("b");
      assertThat(Figures.of(a, "CopiesHeld")).isEqualTo(CARTS);
      assertThat(Figures.of(a, "TakeOvers")).isZero();

      b.kill();
      for (int cart = 0; cart < CARTS; cart++) {
        Carts.write(a, "b-" + cart, "after-" + cart);
      }
      Carts.write(a, "b-0", "once-more");
      Carts.write(a, "b-0", "once-more"); // answered from the stored reply

      await().atMost(PATIENCE).until(() -> Figures.of(a, "GroupSize") == 1);
      assertThat(Figures.of(a, "TakeOvers")).isEqualTo(CARTS);
      assertThat(Figures.of(a, "Calls")).isEqualTo(CARTS + 1);
      assertThat(Figures.of(a, "Replays")).isEqualTo(1);
      assertThat(Figures.of(a, "SessionsOwned")).isEqualTo(CARTS);
      assertThat(Figures.of(a, "CopiesHeld")).isZero();
      assertThat(Figures.of(a, "CopiesMissing")).isEqualTo(CARTS);
      assertThat(Figures.of(a, "Degraded")).isEqualTo(1);
      assertThat(Figures.of(a, "Fenced")).isZero();
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                List<String> events = Http.json(page, "/group").findValuesAsText("what");
                assertThat(events).contains("sees 1 member, " + Carts.location(2) + " failed");
                assertThat(Carts.takenOver(String.join("\n", events))).isEqualTo(CARTS);
              });
    }
  }
}
