package org.g2cl.cmi.tomee;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Connections on which nothing was said yet; each is closed when its time is over.
 *
 * <p>By a timer, not by a time-out of the socket's reads: a socket that had one, if only for its
 * first read, takes three calls of the system for each later one in place of one (seen with JDK
 * 17). Thread-safe.
 */
final class SilentConnections implements AutoCloseable {
  private final Duration longest;
  private final ScheduledThreadPoolExecutor timer;

  SilentConnections(Duration longest) {
    this.longest = longest;
    this.timer = new ScheduledThreadPoolExecutor(1, SilentConnections::thread);
    timer.setRemoveOnCancelPolicy(true); // or each would be kept that long after it has spoken
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(null, task, "g2cl-silent-connections", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(SilentConnections.class.getClassLoader());
    return thread;
  }

  /**
   * Watches a connection.
   *
   * @return what is to be cancelled when something is said; when this is closed, something that is
   *     over, and so is the connection
   */
  Future<?> watch(Closeable connection) throws IOException {
    try {
      return timer.schedule(() -> end(connection), longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException stopped) {
      connection.close();
      throw new IOException("ejbd stops", stopped);
    }
  }

  private static void end(Closeable connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // closed all the same
    }
  }

  /** Watches no more, and ends the thread. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
