package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.management.ObjectName;
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
      assertThat(figure(page, "CopiesHeld")).isEqualTo(CARTS);
      assertThat(figure(page, "TakeOvers")).isZero();

      b.kill();
      for (int cart = 0; cart < CARTS; cart++) {
        Carts.write(a, "b-" + cart, "after-" + cart);
      }
      Carts.write(a, "b-0", "once-more");
      Carts.write(a, "b-0", "once-more"); // answered from the stored reply

      await().atMost(PATIENCE).until(() -> figure(page, "GroupSize") == 1);
      assertThat(figure(page, "TakeOvers")).isEqualTo(CARTS);
      assertThat(figure(page, "Calls")).isEqualTo(CARTS + 1);
      assertThat(figure(page, "Replays")).isEqualTo(1);
      assertThat(figure(page, "SessionsOwned")).isEqualTo(CARTS);
      assertThat(figure(page, "CopiesHeld")).isZero();
      assertThat(figure(page, "CopiesMissing")).isEqualTo(CARTS);
      assertThat(figure(page, "Degraded")).isEqualTo(1);
      assertThat(figure(page, "Fenced")).isZero();
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

  /** A figure of node a, which must be the same in JMX, at /metrics and on its page. */
  private static long figure(URI page, String attribute) throws Exception {
    var name =
        new ObjectName("org.g2cl:type=HaService,node=" + ObjectName.quote(Carts.location(1)));
    Object value = ManagementFactory.getPlatformMBeanServer().getAttribute(name, attribute);
    long inJmx = value instanceof Boolean yes ? (yes ? 1 : 0) : ((Number) value).longValue();
    JsonNode status = Http.json(page, "/status");
    assertThat(status.at("/figures/" + attribute).asLong()).as(attribute).isEqualTo(inJmx);
    String key = "g2cl" + attribute.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    boolean counter = !Http.get(page, "/metrics").body().contains("\n" + key + "{");
    assertThat(Http.metric(page, counter ? key + "_total" : key, "a")).isEqualTo((double) inJmx);
    return inJmx;
  }
}
