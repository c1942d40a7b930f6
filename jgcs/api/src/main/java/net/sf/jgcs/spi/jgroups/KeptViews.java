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
  private static final int MOST_EARLY = 16;

  /**
   * A view.
   *
   * @param isToBePlaced whether {@link #placed} tells its place
   * @param place is run there
   */
  record View<A>(A leader, long number, boolean isToBePlaced, Runnable place, Runnable handUp) {}

  private final DeliveryQueue deliveries;
  private final Queue<View<A>> kept = new ArrayDeque<>();

  /** Views that were handed up before their places have come. */
  private final Queue<View<A>> early = new ArrayDeque<>();

  /** Views that are kept, wait behind messages, or are being handed up. */
  private final AtomicInteger underway = new AtomicInteger();

  private long placed;

  /** Creates one that puts them among the deliveries when their time has come. */
  KeptViews(DeliveryQueue deliveries) {
    this.deliveries = deliveries;
  }

  void keep(View<A> view) {
    underway.incrementAndGet();
    kept.add(view);
  }

  private void handUp(View<A> view) {
    try {
      view.handUp.run();
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

  /** The place of that view is here, and of those before it. */
  void placed(long number) {
    placed = Math.max(placed, number);
    while (!early.isEmpty() && early.element().number <= placed) {
      deliveries.add(early.remove().place);
    }
  }

  /** The time of all has come, and the places of all are here. */
  void queueAll() {
    early.forEach(view -> deliveries.add(view.place));
    early.clear();
    kept.forEach(this::queue);
    kept.clear();
  }

  private void queue(View<A> view) {
    deliveries.addView(view.place, () -> handUp(view));
  }

  /**
   * The time has come of those up to the first whose place is yet to come.
   *
   * @return whether there was any
   */
  boolean queuePlaced() {
    int before = kept.size();
    while (!kept.isEmpty() && !(kept.element().isToBePlaced && kept.element().number > placed)) {
      queue(kept.remove());
    }
    return kept.size() < before;
  }

  /** The time has come of those up to the last that the coordinator led, which has cast since. */
  void queueUntil(A coordinator) {
    while (kept.stream().anyMatch(view -> view.leader.equals(coordinator))) {
      queue(kept.remove());
    }
  }

  /** Hands up all, though their places are yet to come. */
  void handUpEarly() {
    while (!kept.isEmpty()) {
      View<A> next = kept.remove();
      deliveries.handUpEarly(() -> handUp(next));
      early.add(next);
    }
    while (early.size() > MOST_EARLY) { // they do not come back at all
      deliveries.add(early.remove().place);
    }
  }

  /** Drops those whose time has not come. */
  void clear() {
    kept.clear();
  }
}
