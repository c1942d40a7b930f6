package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Attempts to join again after the daemon was lost, with growing pauses, for a bounded time. */
final class Reconnection {
  private static final Logger LOG = LoggerFactory.getLogger(Reconnection.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final SpreadControlSession session;
  private final SpreadSettings settings;
  private final ThreadMaker threads;
  private final CountDownLatch cancelled = new CountDownLatch(1);

  Reconnection(SpreadControlSession session, SpreadSettings settings, ThreadMaker threads) {
    this.session = session;
    this.settings = settings;
    this.threads = threads;
  }

  /**
   * Tries in a thread of its own.
   *
   * @throws OutOfMemoryError when it could not be started
   */
  void start() {
    threads.make(this::run, "jgcs-spread-reconnect " + settings.memberName()).start();
  }

  void cancel() {
    cancelled.countDown();
  }

  /** Tries until it is joined, cancelled, or too late. */
  void run() {
    long deadline = System.nanoTime() + settings.reconnectTimeout().toNanos();
    Duration pause = FIRST_PAUSE;
    try {
      while (!cancelled.await(pause.toMillis(), TimeUnit.MILLISECONDS) && !attempt(deadline)) {
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Tries once; true when nothing more is to be done. */
  private boolean attempt(long deadline) {
    try {
      if (session.rejoin(this)) {
        LOG.info("{}: joined again", settings.memberName());
      }
      return true;
    } catch (GroupException | OutOfMemoryError e) { // the latter also when there is no thread
      LOG.debug("{}: could not join again yet", settings.memberName(), e);
      boolean over = System.nanoTime() - deadline > 0;
      if (over) {
        giveUp(e);
      }
      return over;
    }
  }

  private void giveUp(Throwable last) {
    LOG.error("{}: gives up joining again: {}", settings.memberName(), last.getMessage());
    session.gaveUp(
        this,
        new GroupException(
            "not joined again within %s (setting '%s'); join when a daemon is there"
                .formatted(settings.reconnectTimeout(), SpreadSettings.RECONNECT_TIMEOUT),
            last));
  }
}
