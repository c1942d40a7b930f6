package org.g2cl.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.g2cl.loadtest.load.Hit;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static final long SECOND = 1_000_000;

  @Test
  void shouldRefuseARunWithoutRequests() {
    assertThatThrownBy(() -> new Timeline(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldCountAndMeasureARun() {
    Timeline timeline = new Timeline(steady(0, 10 * SECOND, 100));

    Slice whole = timeline.whole();

    assertThat(whole.requests()).isEqualTo(1000);
    assertThat(whole.throughputPerSecond()).isBetween(99.0, 101.0);
    assertThat(whole.p50Millis()).isBetween(4.99, 5.01);
    assertThat(whole.failed()).isZero();
  }

  @Test
  void shouldCountFailedRequests() {
    List<Hit> hits = new ArrayList<>(steady(0, SECOND, 10));
    hits.add(new Hit(500, 100, 503, "web1", "run", 1));

    assertThat(new Timeline(hits).whole().failed()).isEqualTo(1);
  }

  @Test
  void shouldFindTheLongestWaitOfOneClient() {
    List<Hit> hits = new ArrayList<>();
    hits.add(hit(0, 1, 1));
    hits.add(hit(10_000, 2, 2));
    hits.add(hit(700_000, 2, 2));
    hits.add(hit(900_000, 1, 1));

    assertThat(new Timeline(hits).longestStallMillis()).isBetween(899.9, 900.1);
  }

  @Test
  void shouldCountOneLongRequestAsAStall() {
    assertThat(new Timeline(List.of(hit(0, 2_000_000, 1))).longestStallMillis()).isEqualTo(2000);
  }

  @Test
  void shouldRecoverAtOnceWhenThroughputNeverFalls() {
    Timeline timeline = new Timeline(steady(0, 20 * SECOND, 100));

    assertThat(timeline.recoveryMillis(10 * SECOND)).isEqualTo(OptionalLong.of(0));
  }

  @Test
  void shouldMeasureTheTimeUntilASecondIsBackAtNinetyPercent() {
    List<Hit> hits = new ArrayList<>(steady(0, 10 * SECOND, 100));
    hits.addAll(steady(10 * SECOND, 13 * SECOND, 20));
    hits.addAll(steady(13 * SECOND, 20 * SECOND, 100));

    long recovery = new Timeline(hits).recoveryMillis(10 * SECOND).orElseThrow();

    // a window from 12.87 s on holds 3 requests of the slow part and 87 of the fast one
    assertThat(recovery).isBetween(2_800L, 3_000L);
  }

  @Test
  void shouldNotTakeTheLastGoodMomentsForTheRecovery() {
    List<Hit> hits = new ArrayList<>(steady(0, 10 * SECOND + SECOND * 7 / 10, 100));
    hits.addAll(steady(10 * SECOND + SECOND * 7 / 10, 12 * SECOND, 80));
    hits.addAll(steady(12 * SECOND, 20 * SECOND, 100));

    long recovery = new Timeline(hits).recoveryMillis(10 * SECOND).orElseThrow();

    // the window that begins with the kill holds 94; from 11.5 s on one holds 90 again
    assertThat(recovery).isBetween(1_400L, 1_600L);
  }

  /** The second client starts five seconds after the first. */
  @Test
  void shouldCompareWithWhatAllClientsTogetherGotBefore() {
    List<Hit> hits = new ArrayList<>(steady(0, 20 * SECOND, 100));
    steady(5 * SECOND, 10 * SECOND, 100).forEach(hit -> hits.add(ofClient(2, hit)));
    steady(10 * SECOND, 20 * SECOND, 60).forEach(hit -> hits.add(ofClient(2, hit)));

    assertThat(new Timeline(hits).recoveryMillis(10 * SECOND))
        .as("160 of 200; of 150, the mean of the whole time before, it would be enough")
        .isEmpty();
  }

  @Test
  void shouldNotTakeRefusalsForThroughput() {
    List<Hit> hits = new ArrayList<>(steady(0, 10 * SECOND, 100));
    steady(10 * SECOND, 13 * SECOND, 500)
        .forEach(h -> hits.add(new Hit(h.startMicros(), h.micros(), 503, "web1", "run", 1)));
    hits.addAll(steady(13 * SECOND, 20 * SECOND, 100));

    assertThat(new Timeline(hits).recoveryMillis(10 * SECOND).orElseThrow())
        .isBetween(2_800L, 3_000L);
  }

  @Test
  void shouldSayWhenThroughputIsBackThoughAClientIsNotAnsweredAnyMore() {
    List<Hit> hits = new ArrayList<>(steady(0, 20 * SECOND, 100));
    hits.add(hit(9 * SECOND, 5_000, 2));

    OptionalLong recovery = new Timeline(hits).recoveryMillis(8 * SECOND, 10 * SECOND, 20 * SECOND);

    assertThat(recovery).isEqualTo(OptionalLong.of(0));
  }

  @Test
  void shouldSayThatItDidNotRecoverWithinTheRun() {
    List<Hit> hits = new ArrayList<>(steady(0, 10 * SECOND, 100));
    hits.addAll(steady(10 * SECOND, 20 * SECOND, 80));

    assertThat(new Timeline(hits).recoveryMillis(10 * SECOND)).isEmpty();
  }

  @Test
  void shouldCutTheRunIntoPartsThatHoldEveryRequestOnce() {
    Timeline timeline = new Timeline(steady(0, 10 * SECOND, 100));

    List<Slice> slices = timeline.slices(SECOND / 2);

    assertThat(slices.stream().mapToLong(Slice::requests).sum()).isEqualTo(1000);
    assertThat(slices).hasSizeBetween(20, 21);
  }

  /** One client that is answered so many times a second, each time after 5 ms. */
  private static List<Hit> steady(long from, long to, int perSecond) {
    List<Hit> hits = new ArrayList<>();
    for (long at = from; at < to; at += SECOND / perSecond) {
      hits.add(hit(at, 5_000, 1));
    }
    return hits;
  }

  private static Hit ofClient(int client, Hit hit) {
    return hit(hit.startMicros(), hit.micros(), client);
  }

  private static Hit hit(long start, long micros, int client) {
    return new Hit(start, micros, 200, "web1", "run", client);
  }
}
