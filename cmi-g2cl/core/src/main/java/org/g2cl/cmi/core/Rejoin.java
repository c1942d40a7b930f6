package org.g2cl.cmi.core;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a node back that its group has put out: it joins again as a new member, at first after a
 * second, then less and less often, until it is in or the service is closed. Thread-safe.
 *
 * <p>Its thread is there from the beginning, and what leads to the next try takes no memory: a node
 * that is put out because memory is out comes back once there is some.
 */
public final class Rejoin implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Rejoin.class);
  private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final String location;
  private final Way back;
  private final Thread worker = new Thread(this::work, "g2cl-rejoin");

  // guarded by this
  private boolean awaited;
  private long pauseNanos;
  private long dueNanos;
  private boolean closed;

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
    worker.setDaemon(true);
    worker.start();
  }

  /** Begins to try; called when the node is no longer in the group. */
  public void begin() {
    tryIn(FIRST_NANOS);
    LOG.warn(
        "{}: out of the group; calls are refused until it is back, next try in {}",
        location,
        Duration.ofNanos(FIRST_NANOS));
  }

  private synchronized void tryIn(long nanos) {
    pauseNanos = nanos;
    dueNanos = System.nanoTime() + nanos;
    awaited = true;
    notifyAll();
  }

  private synchronized long tryLater() {
    tryIn(Math.min(2 * pauseNanos, LONGEST_NANOS));
    return pauseNanos;
  }

  private void work() {
    while (!isClosed()) {
      try {
        awaitTurn();
        attempt();
      } catch (InterruptedException e) {
        // only closing ends it
      }
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Takes the next try, so that one that is begun during it is another one. */
  private synchronized void awaitTurn() throws InterruptedException {
    while (!awaited) {
      wait();
    }
    for (long left = leftNanos(); left > 0; left = leftNanos()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    awaited = false;
  }

  private long leftNanos() {
    return dueNanos - System.nanoTime();
  }

  private void attempt() {
    try {
      if (back.join()) {
        LOG.info("{}: back in the group", location);
      }
    } catch (Exception | Error e) { // nobody else tries, also when memory was out
      tell(tryLater(), e);
    }
  }

  private void tell(long nextNanos, Throwable failure) {
    try {
      if (!isClosed()) {
        LOG.warn(
            "{}: not back in the group, next try in {}: {}",
            location,
            Duration.ofNanos(nextNanos),
            failure.toString());
      }
    } catch (RuntimeException | Error e) {
      // nothing can be told, as when memory is out
    }
  }

  /** Ends the try that runs, too, by an interrupt. */
  @Override
  public synchronized void close() {
    closed = true;
    worker.interrupt();
  }
}
