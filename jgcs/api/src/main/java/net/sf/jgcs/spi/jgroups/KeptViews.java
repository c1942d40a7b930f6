package net.sf.jgcs.spi.jgroups;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Views that are handed up only in their place among the messages, the oldest first.
 *
 * <p>Not thread-safe, but that a view may be handed up at any time.
 *
 * @param <A> address of a member
 */
final class KeptViews<A> {
  /** A view, its coordinator and number, and whether {@link #placed} tells its place. */
  private record Kept<A>(A leader, long number, boolean isToBePlaced, Runnable handUp) {}

  private final DeliveryQueue deliveries;
  private final Queue<Kept<A>> kept = new ArrayDeque<>();

  /** Views that are kept, wait behind messages, or are being handed up. */
  private final AtomicInteger underway = new AtomicInteger();

  private long placed;

  /** Creates one that puts them among the deliveries when their time has come. */
  KeptViews(DeliveryQueue deliveries) {
    this.deliveries = deliveries;
  }

  void keep(A leader, long number, boolean isToBePlaced, Runnable handUp) {
    underway.incrementAndGet();
    kept.add(new Kept<>(leader, number, isToBePlaced, () -> handUp(handUp)));
  }

  /** The place of that view is here, and of those before it. */
  void placed(long number) {
    placed = Math.max(placed, number);
  }

  private void handUp(Runnable view) {
    try {
      view.run();
    } finally {
      underway.decrementAndGet();
    }
  }

  /** Whether none waits for its time. */
  boolean isEmpty() {
    return kept.isEmpty();
  }

  /** Whether one waits, for its time or behind messages, or is being handed up. */
  boolean isAnyUnderway() {
    return underway.get() > 0;
  }

  /** The time of all has come, wherever their places are. */
  void queueAll() {
    kept.forEach(view -> deliveries.addView(view.handUp));
    kept.clear();
  }

  /**
   * The time has come of those up to the first whose place is yet to come.
   *
   * @return whether there was any
   */
  boolean queuePlaced() {
    int before = kept.size();
    while (!kept.isEmpty() && !(kept.element().isToBePlaced && kept.element().number > placed)) {
      deliveries.addView(kept.remove().handUp);
    }
    return kept.size() < before;
  }

  /** The time has come of those up to the last that the coordinator led, which has cast since. */
  void queueUntil(A coordinator) {
    while (kept.stream().anyMatch(view -> view.leader.equals(coordinator))) {
      deliveries.addView(kept.remove().handUp);
    }
  }

  /** Drops those whose time has not come. */
  void clear() {
    kept.clear();
  }
}
