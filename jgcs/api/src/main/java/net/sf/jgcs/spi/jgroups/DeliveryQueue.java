package net.sf.jgcs.spi.jgroups;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Deliveries that are run one at a time and in their order, by whichever thread is there.
 *
 * <p>A thread that brings one while another thread delivers leaves it there and goes on, so that it
 * can bring what the listener in hand may wait for. Views among them go up in a {@link ViewThread};
 * what comes behind one waits for it 200 ms at most. Thread-safe.
 */
final class DeliveryQueue {
  /** As many as a listener may be behind before who brings more has to wait for it. */
  private static final int MOST = 1_000;

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final Duration LONGEST_CALLBACK = Duration.ofMillis(200);

  /** A delivery that is queued; with a view, null for none, which goes up behind it. */
  private record Waiting(Runnable delivery, Runnable view) {}

  private final ViewThread views;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private boolean isDelivering;

  /** Threads in {@link #runWaitingSoon}. */
  private int impatient;

  /** Written with the lock. */
  private volatile boolean isFull;

  DeliveryQueue(ViewThread views) {
    this.views = views;
  }

  /**
   * Waits while too many are queued, a second at most: what would make room may wait for what this
   * thread brings next. Ends at once when the thread is interrupted.
   */
  void awaitRoom() {
    if (isFull) {
      awaitPoll();
    }
  }

  private synchronized void awaitPoll() {
    try {
      long end = System.nanoTime() + LONGEST_WAIT.toNanos();
      long left = LONGEST_WAIT.toNanos();
      while (isFull && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the engine stops
    }
  }

  /**
   * Begins a delivery, or queues it when others come first.
   *
   * @return true when the caller has to {@link #run} it
   */
  synchronized boolean begins(Runnable delivery) {
    if (isDelivering || !waiting.isEmpty()) {
      add(delivery);
      return false;
    }
    isDelivering = true;
    return true;
  }

  /** Queues a delivery for the next thread that brings one, or for {@link #runWaiting}. */
  void add(Runnable delivery) {
    add(new Waiting(delivery, null));
  }

  /**
   * Queues a view likewise, and for {@link #runWaitingSoon}.
   *
   * @param place is run in its place, and does not take long
   */
  void addView(Runnable place, Runnable view) {
    add(new Waiting(place, view));
  }

  /**
   * Hands up the views that are queued and then that one, without a wait for their places or for
   * anything.
   */
  synchronized void handUpEarly(Runnable last) {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    for (Waiting each : all) {
      if (each.view != null) {
        views.handUp(each.view);
      }
      waiting.add(new Waiting(each.delivery, null));
    }
    views.handUp(last);
  }

  private synchronized void add(Waiting last) {
    waiting.add(last);
    isFull = waiting.size() >= MOST;
  }

  /** Whether nothing is queued, nor being delivered. */
  synchronized boolean isIdle() {
    return waiting.isEmpty() && !isDelivering;
  }

  /** Runs a delivery that {@link #begins}, and then those that are queued. */
  void run(Runnable delivery) {
    deliver(delivery);
    runWaiting();
  }

  /** Runs what is queued, unless another thread does. */
  void runWaiting() {
    Runnable next = poll();
    while (next != null) {
      deliver(next);
      next = poll();
    }
  }

  private synchronized Runnable poll() {
    if (isDelivering || waiting.isEmpty()) {
      return null;
    }
    isDelivering = true;
    Waiting next = remove();
    if (next.view == null) {
      return next.delivery;
    }
    ViewThread.Told told = handUp(next);
    return () -> told.await(LONGEST_CALLBACK);
  }

  /** Called with the lock, so that views keep their order. */
  private ViewThread.Told handUp(Waiting next) {
    next.delivery.run();
    return views.handUp(next.view);
  }

  private Waiting remove() {
    Waiting next = waiting.remove();
    isFull = waiting.size() >= MOST;
    notifyAll();
    return next;
  }

  private void deliver(Runnable delivery) {
    try {
      delivery.run();
    } finally {
      end();
    }
  }

  private synchronized void end() {
    isDelivering = false;
    if (impatient > 0) {
      notifyAll();
    }
  }

  /**
   * Runs what is queued; views that come first also when the delivery in hand takes longer than 200
   * ms: the listener may wait for them, as one that asks a member which is gone.
   *
   * @throws InterruptedException when interrupted; nothing was run
   */
  void runWaitingSoon() throws InterruptedException {
    letViewsOvertake();
    runWaiting();
  }

  private synchronized void letViewsOvertake() throws InterruptedException {
    long end = System.nanoTime() + LONGEST_CALLBACK.toNanos();
    long left = LONGEST_CALLBACK.toNanos();
    impatient++;
    try {
      while (isDelivering && !waiting.isEmpty() && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = end - System.nanoTime();
      }
    } finally {
      impatient--;
    }
    while (isDelivering && !waiting.isEmpty() && waiting.element().view != null) {
      handUp(remove());
    }
  }

  /** Drops what is queued, and ends all waits. */
  synchronized void stop() {
    waiting.clear();
    isFull = false;
    notifyAll();
  }
}
