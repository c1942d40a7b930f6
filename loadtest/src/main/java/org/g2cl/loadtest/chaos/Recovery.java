package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.g2cl.loadtest.bed.BusinessTier;
import org.g2cl.loadtest.node.CopyLine;
import org.g2cl.loadtest.node.NodeStatus;

/** Waits until a bed is whole: all nodes in one group, no copy missing, and, at rest, all equal. */
final class Recovery {
  private static final long POLL_MILLIS = 250;

  private final BusinessTier business;
  private final int nodes;
  private final int backups;

  Recovery(BusinessTier business, int nodes, int backups) {
    this.business = business;
    this.nodes = nodes;
    this.backups = backups;
  }

  /**
   * Waits until nothing has been wrong for a while, since a suspicion that a fault has left behind
   * may still become a view; gives the time at which that while began, or 0 when it did not begin
   * in time.
   *
   * @param calm how long nothing is to be wrong
   */
  long awaitCalm(Duration patience, Duration calm, Clock clock) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    long since = 0;
    while (since == 0 || clock.micros() - since < calm.toMillis() * 1_000) {
      if (!wrong().isEmpty()) {
        since = 0;
        if (System.nanoTime() > end) {
          return 0;
        }
      } else if (since == 0) {
        since = clock.micros();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return since;
  }

  /** Waits until nothing is wrong; returns what still is when the time is over. */
  List<String> awaitWhole(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    List<String> wrong = wrong();
    while (!wrong.isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      wrong = wrong();
    }
    return wrong;
  }

  /** Waits, while nobody calls, until all copies are equal; returns what still differs. */
  List<String> awaitEqual(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    List<String> wrong = differences();
    while (!wrong.isEmpty() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      wrong = differences();
    }
    return wrong;
  }

  private List<String> differences() {
    List<String> wrong = wrong();
    if (!wrong.isEmpty()) {
      return wrong;
    }
    Map<String, List<CopyLine>> copies = business.copiesByName();
    return copies.size() < nodes
        ? List.of("only " + copies.keySet() + " told of their copies")
        : new HeldCopies(copies, backups).differences();
  }

  private List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    Map<String, Optional<NodeStatus>> statuses = business.statusByName();
    if (statuses.size() < nodes) {
      wrong.add("only " + statuses.keySet() + " run");
    }
    statuses.forEach(
        (name, status) ->
            wrong.addAll(status.map(this::wrong).orElse(List.of(name + " does not answer"))));
    long views =
        statuses.values().stream()
            .flatMap(Optional::stream)
            .map(NodeStatus::view)
            .distinct()
            .count();
    if (views > 1) {
      wrong.add("there are " + views + " views");
    }
    return wrong;
  }

  private List<String> wrong(NodeStatus status) {
    List<String> wrong = new ArrayList<>();
    if (status.members().size() != nodes) {
      wrong.add(status.name() + " sees " + status.members());
    }
    if (status.copiesMissing() != 0) {
      wrong.add(status.name() + " misses " + status.copiesMissing() + " copies");
    }
    return wrong;
  }
}
