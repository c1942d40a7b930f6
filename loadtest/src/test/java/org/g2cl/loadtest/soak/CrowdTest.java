package org.g2cl.loadtest.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.load.Shopper;
import org.junit.jupiter.api.Test;

class CrowdTest {
  /** Clients that another test may have left. */
  private final Set<Thread> others = clients();

  @Test
  void shouldGoHomeWhenTheSoakIsOverForAnyReason() {
    List<Shopper> shoppers =
        List.of(new Shopper(1, "http://127.0.0.1:1", ""), new Shopper(2, "http://127.0.0.1:1", ""));
    long inAnHour = System.nanoTime() + Duration.ofHours(1).toNanos();
    Recording recording = new Recording(System.nanoTime(), Duration.ofSeconds(1), 1);
    try (Crowd crowd =
        Crowd.start(HttpClient.newHttpClient(), shoppers, Pace.of(1, 2, inAnHour), recording)) {
      assertThat(crowd).isNotNull();
      assertThat(atWork()).isEqualTo(2);
    }
    await().atMost(Duration.ofSeconds(20)).until(() -> atWork() == 0);
  }

  @Test
  void shouldCountRequestsThatWereDueAndNotSentBeforeTheEnd() throws InterruptedException {
    List<Shopper> shoppers = List.of(new Shopper(1, "http://127.0.0.1:1", ""));
    long aMinuteAgo = System.nanoTime() - Duration.ofMinutes(1).toNanos();
    Recording recording = new Recording(System.nanoTime(), Duration.ofSeconds(1), 1);
    try (Crowd crowd =
        Crowd.start(HttpClient.newHttpClient(), shoppers, Pace.of(1e6, 1, aMinuteAgo), recording)) {
      await().atMost(Duration.ofSeconds(20)).until(() -> recording.all().requests() > 0);
      crowd.stop();
    }

    Account account = Account.of(2e6, 1e6, recording, new Harm(0, 0, 0, 0, 0, 0));

    assertThat(account.due()).isBetween(60_000_000L, 90_000_000L);
    assertThat(account.answered()).as("nobody listens there").isZero();
    assertThat(account.failed()).isEqualTo(recording.all().requests()).isLessThan(1_000_000);
    assertThat(account.percentWithoutAnswer()).isEqualTo(100);
  }

  private long atWork() {
    return clients().stream().filter(thread -> !others.contains(thread)).count();
  }

  private static Set<Thread> clients() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("client-"))
        .collect(Collectors.toSet());
  }
}
