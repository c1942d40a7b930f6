package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.g2cl.loadtest.audit.Audit;
import org.g2cl.loadtest.audit.Ledger;
import org.g2cl.loadtest.load.AbResult;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.report.Event;
import org.g2cl.loadtest.report.Event.Kind;
import org.junit.jupiter.api.Test;

class DoubtsTest {
  private static final int CLIENTS = 2;

  @Test
  void shouldBelieveARunWhoseCountsAgreeAndThatKilledANodeAndLetOneJoin() {
    assertThat(doubts(part(10, 0), part(90, 0), 102, Kind.KILL, Kind.START, Kind.JOIN)).isEmpty();
  }

  @Test
  void shouldDoubtARunThatNoFreshNodeJoined() {
    assertThat(doubts(part(10, 0), part(90, 0), 102, Kind.KILL))
        .containsExactly(
            "no fresh node joined: the run was over before one was started, give a longer"
                + " --duration or more --requests");
  }

  @Test
  void shouldDoubtARunWithoutAKillOnce() {
    assertThat(doubts(part(10, 0), part(90, 0), 102))
        .containsExactly("no node was killed: the run was over too soon, give a longer --duration");
  }

  @Test
  void shouldCallAFailedRequestNoDisagreementOfTheCounts() {
    assertThat(doubts(part(10, 0), part(89, 1), 101, Kind.KILL, Kind.JOIN)).isEmpty();
  }

  @Test
  void shouldDoubtCountsThatDoNotAgreeAndAWarmUpThatFailed() {
    Doubts.Part shorter = new Doubts.Part(new AbResult(91, 0, 0, 1), part(90, 0).hits());

    assertThat(doubts(part(9, 1), shorter, 102, Kind.KILL, Kind.JOIN))
        .containsExactly(
            "ab counts 101 requests, httpd's log 100",
            "the web nodes answered 102 steps, httpd's log says 101",
            "1 requests of the warm-up failed");
  }

  private static List<String> doubts(
      Doubts.Part warmUp, Doubts.Part run, long steps, Event.Kind... done) {
    List<Event> events = Arrays.stream(done).map(kind -> new Event(kind, "a", 1)).toList();
    return new Doubts(warmUp, run, CLIENTS, audit(steps), true, events).all();
  }

  private static Audit audit(long steps) {
    Ledger.Cart cart = new Ledger.Cart(10, 0, 0, List.of(), List.of());
    Ledger ledger =
        new Ledger(
            "a", steps, 10, 10, 1, List.of(new Ledger.Checkout(5, 1)), 0, List.of(), null, 0, cart);
    return new Audit(List.of(ledger), Map.of(), List.of());
  }

  private static Doubts.Part part(int good, int failed) {
    List<Hit> hits = new ArrayList<>();
    Stream.generate(() -> hit(200)).limit(good).forEach(hits::add);
    Stream.generate(() -> hit(503)).limit(failed).forEach(hits::add);
    return new Doubts.Part(new AbResult(good + failed, 0, failed, 1), hits);
  }

  private static Hit hit(int status) {
    return new Hit(1, 1, status, "web1", "run", 1);
  }
}
