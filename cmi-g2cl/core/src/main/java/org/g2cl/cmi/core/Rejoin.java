package org.g2cl.cmi.core;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a node back that its group has put out: it joins again as a new member, at first after a
 * second, then less and less often, until it is in or the service is closed. Thread-safe.
 */
public final class Rejoin implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rejoin.class);
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final String location;
  private final Way back;
  private final ScheduledExecutorService worker = DaemonTimer.named("g2cl-rejoin");

  /** What is tried; by one thread. */
  public interface Way {
    /**
     * Makes the node a member again, unless it is one by now.
     *
     * @return false when that is not wanted any more
     */
    boolean join() throws Exception;
  }

  /**
   * Tries nothing yet.
   *
   * @param location of the node, for the log
   */
  public Rejoin(String location, Way back) {
    this.location = location;
    this.back = back;
  }

  /** Begins to try; called when the node is no longer in the group. */
  public void begin() {
    LOG.warn(
        "{}: out of the group; calls are refused until it is back, next try in {}",
        location,
        FIRST);
    later(FIRST);
  }

  private void later(Duration delay) {
    try {
      var unused = worker.schedule(() -> attempt(delay), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      LOG.debug("{}: closed while out of the group", location);
    }
  }

  private void attempt(Duration waited) {
    try {
      if (back.join()) {
        LOG.info("{}: back in the group", location);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception | Error e) { // nobody else tries, also when memory was out
      Duration doubled = waited.multipliedBy(2);
      Duration next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
      later(next);
      LOG.warn("{}: not back in the group, next try in {}: {}", location, next, e.toString());
    }
  }

  @Override
  public void close() {
    worker.shutdownNow();
  }
}
