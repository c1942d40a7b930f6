package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.g2cl.propagation.Cluster.Member;
import org.junit.jupiter.api.Test;

class ConcurrentClaimTest {
  private static final SessionId CART = new SessionId("cart-1");

  /** Network delay makes both claims travel at the same time. */
  @Test
  void shouldGiveSessionToExactlyOneOfTwoClaimers() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(2);
    try (Cluster cluster = new Cluster("a", "b", "c", "d")) {
      cluster.network.delay(Duration.ofMillis(10));
      for (int round = 0; round < 10; round++) {
        SessionId id = new SessionId("cart-" + round);
        cluster.member("a").create(id, "one");
        List<Object> outcomes = claimAtOnce(clients, cluster, id);
        assertThat(outcomes).as("%s", outcomes).hasSize(2);
        assertThat(outcomes.stream().filter("won"::equals)).as("%s", outcomes).hasSize(1);
        assertThat(outcomes.stream().filter(ElsewhereException.class::isInstance)).hasSize(1);
      }
    } finally {
      clients.shutdownNow();
    }
  }

  private static List<Object> claimAtOnce(ExecutorService clients, Cluster cluster, SessionId id)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    List<Future<Object>> futures = new ArrayList<>();
    for (String name : List.of("b", "c")) {
      futures.add(clients.submit(() -> claim(cluster.member(name), id, start)));
    }
    List<Object> outcomes = new ArrayList<>();
    for (Future<Object> future : futures) {
      outcomes.add(future.get(20, TimeUnit.SECONDS));
    }
    return outcomes;
  }

  private static Object claim(Member member, SessionId id, CyclicBarrier start) throws Exception {
    start.await();
    try {
      member.append(id, "from-" + member.name(), "x");
      return "won";
    } catch (PropagationException lost) {
      return lost;
    }
  }

  @Test
  void shouldRefuseSecondCallOfSessionUntilFirstEnds() throws Exception {
    PropagationSettings impatient =
        PropagationSettings.builder()
            .acknowledgeTimeout(Duration.ofMillis(300))
            .callTimeout(Duration.ofMillis(200))
            .maxStateBytes(1000)
            .tombstoneRetention(Duration.ofMinutes(1))
            .repairPerSecond(100)
            .build();
    try (Cluster cluster = new Cluster(impatient, OutcomeLog.none(), "a", "b")) {
      Member a = cluster.member("a");
      a.create(CART, "one");
      try (SessionCall running = Cluster.granted(a.admit(CART, "r1"))) {
        assertThat(running.session()).isEqualTo(CART);
        assertThatThrownBy(() -> a.admit(CART, "r2")).isInstanceOf(SessionBusyException.class);
      }
      assertThat(a.append(CART, "r2", "two")).isEqualTo("one two");
    }
  }
}
