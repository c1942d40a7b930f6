package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Opening of something for which a database must answer, by the first call that needs it.
 *
 * <p>Who waits for an attempt that fails is told so, and so is who asks within {@link #PAUSE} of
 * it: were each of them to try, calls would wait for the attempts of all that came before, as long
 * as a database that is silent.
 *
 * <p>Not so on JOnAS: there calls go on without the table, so of a database that has failed none of
 * them asks, but a timer does, and less often. Here they fail without it, and so ask themselves,
 * soon again. Thread-safe.
 */
final class LateOpening {
  /** From an attempt that failed to the next one. */
  static final Duration PAUSE = Duration.ofSeconds(2);

  private final Runnable attempt;
  private final LongSupplier nanos;
  private volatile boolean open;

  /** Why the last attempt failed, or null; guarded by this, as is when. */
  private RuntimeException failure;

  private long failed;

  /**
   * Opens nothing yet.
   *
   * @param attempt opens it, or throws
   * @param nanos tells the time
   */
  LateOpening(Runnable attempt, LongSupplier nanos) {
    this.attempt = attempt;
    this.nanos = nanos;
  }

  /**
   * Opens it unless it is open.
   *
   * @throws RuntimeException when that fails, or did a moment ago
   */
  void open() {
    if (!open) {
      openUnlessItHasJustFailed();
    }
  }

  private synchronized void openUnlessItHasJustFailed() {
    if (open) {
      return;
    }
    if (failure != null && nanos.getAsLong() - failed < PAUSE.toNanos()) {
      throw new IllegalStateException(failure.getMessage(), failure);
    }
    try {
      attempt.run();
      open = true;
      failure = null;
    } catch (RuntimeException e) {
      failure = e;
      failed = nanos.getAsLong();
      throw e;
    }
  }
}
