package org.g2cl.jgcs.spread;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.GroupException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts to join again after the daemon was lost, with growing pauses, for a bounded time.
 *
 * <p>Neither an error of the JVM ends them nor an interruption, which is a listener's perhaps.
 */
final class Reconnection {
  private static final Logger LOG = LoggerFactory.getLogger(Reconnection.class);
  private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
  private static final long LONGEST_PAUSE_NANOS = Duration.ofSeconds(2).toNanos();

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
    long pause = FIRST_PAUSE_NANOS;
    while (!isOver(pause, deadline)) {
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private boolean isOver(long pause, long deadline) {
    try {
      return cancelled.await(pause, TimeUnit.NANOSECONDS) || attempt(deadline);
    } catch (InterruptedException e) {
      return false;
    } catch (RuntimeException | Error e) { // there is no memory to wait, to log or to give up
      LockSupport.parkNanos(pause);
      return false;
    }
  }

  /** Tries once; true when nothing more is to be done. */
  private boolean attempt(long deadline) {
    try {
      if (session.rejoin(this)) {
        LOG.info("{}: joined again", settings.memberName());
      }
      return true;
    } catch (GroupException | RuntimeException | Error e) { // of the JVM also without a thread
      LOG.debug("{}: could not join again yet", settings.memberName(), e);
      boolean over = System.nanoTime() - deadline > 0;
      if (over) {
        giveUp(e);
      }
      return over;
    }
  }

  private void giveUp(Throwable last) {
    try {
      LOG.error("{}: gives up joining again: {}", settings.memberName(), last.getMessage());
    } finally {
      session.gaveUp(
          this,
          new GroupException(
              "not joined again within %s (setting '%s'); join when a daemon is there"
                  .formatted(settings.reconnectTimeout(), SpreadSettings.RECONNECT_TIMEOUT),
              last));
    }
  }
}
