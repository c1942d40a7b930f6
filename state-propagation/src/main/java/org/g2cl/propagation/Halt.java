package org.g2cl.propagation;

import java.time.Duration;
import org.g2cl.Scheduler;

/**
 * Whether this process has stood still lately, so that others may have taken its sessions over and
 * it has not heard of that.
 *
 * <p>Seen by the time from one look to the next. Used by one thread.
 */
final class Halt {
  /** Longest time from one look to the next of a process that runs. */
  private static final long LONGEST_NANOS = Duration.ofSeconds(3).toNanos();

  private final Scheduler scheduler;
  private final long doubtNanos;

  private long lastLook;
  private long doubtUntil;

  /**
   * Begins to look.
   *
   * @param doubt time in which a process hears what it has missed
   */
  Halt(Scheduler scheduler, Duration doubt) {
    this.scheduler = scheduler;
    this.doubtNanos = doubt.toNanos();
    this.lastLook = scheduler.nanoTime();
    this.doubtUntil = lastLook;
  }

  /** Looks, which is to be done every second at least. */
  boolean isRecent() {
    long now = scheduler.nanoTime();
    if (now - lastLook > LONGEST_NANOS) {
      doubtUntil = now + doubtNanos;
    }
    lastLook = now;
    return now - doubtUntil < 0;
  }
}
