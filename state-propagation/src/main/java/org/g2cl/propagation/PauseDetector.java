package org.g2cl.propagation;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.g2cl.Scheduler;

/**
 * Whether this process has stood still lately, so that others may have taken its sessions over and
 * it has not heard of that.
 *
 * <p>Seen by the time from one look at the clock to the next, which a timer takes; where that could
 * not be had, as when memory was out, it is asked for with the next question. Thread-safe.
 */
final class PauseDetector implements AutoCloseable {
  private static final Duration LOOKS = Duration.ofSeconds(1);

  /** Longest time from one look to the next of a process that runs. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(3).toNanos();

  private final Scheduler scheduler;
  private final long doubtNanos;

  private volatile long doubtUntil;

  /** Written after {@link #doubtUntil} and read before it. */
  private volatile long lastLook;

  private final AtomicBoolean awaitsLook = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Makes one, to be started.
   *
   * @param doubt time in which a process hears what it has missed
   */
  PauseDetector(Scheduler scheduler, Duration doubt) {
    this.scheduler = scheduler;
    this.doubtNanos = doubt.toNanos();
    this.doubtUntil = scheduler.nanoTime();
    this.lastLook = doubtUntil;
  }

  void start() {
    lastLook = scheduler.nanoTime();
    lookLater();
  }

  private void lookLater() {
    if (closed || !awaitsLook.compareAndSet(false, true)) {
      return;
    }
    boolean asked = false;
    try {
      scheduler.later(LOOKS, this::look);
      asked = true;
    } finally {
      if (!asked) {
        awaitsLook.set(false);
      }
    }
  }

  private void look() {
    awaitsLook.set(false);
    if (closed) {
      return;
    }
    long now = scheduler.nanoTime();
    if (now - lastLook > LONGEST_NANOS) {
      doubtUntil = now + doubtNanos;
    }
    lastLook = now;
    lookLater();
  }

  boolean isRecent() {
    long now = scheduler.nanoTime();
    boolean isLate = now - lastLook > LONGEST_NANOS;
    if (isLate) {
      lookLater();
    }
    return isLate || now - doubtUntil < 0;
  }

  @Override
  public void close() {
    closed = true;
  }
}
