package org.g2cl.cmi.tomee;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

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

  /** A connection: it either speaks or is closed, whatever comes first. */
  static final class Watched {
    private enum State {
      SILENT,
      SPEAKING,
      CLOSED
    }

    private final Closeable connection;
    private final AtomicReference<State> state = new AtomicReference<>(State.SILENT);

    /** Null when nothing is going to close it. */
    private Future<?> end;

    private Watched(Closeable connection) {
      this.connection = connection;
    }

    /**
     * Says that something was said, or that nothing will be; for the thread that has it watched.
     *
     * @return false when it is closed already, so that what was said is not to be heeded
     */
    boolean speaks() {
      boolean open = state.compareAndSet(State.SILENT, State.SPEAKING);
      if (open && end != null) {
        end.cancel(false);
      }
      return open;
    }

    boolean isClosed() {
      return state.get() == State.CLOSED;
    }

    private void close() {
      if (state.compareAndSet(State.SILENT, State.CLOSED)) {
        try {
          connection.close();
        } catch (IOException e) {
          // closed all the same
        }
      }
    }
  }

  /** Watches a connection until it speaks; when this is closed, the connection is, too. */
  Watched watch(Closeable connection) {
    var watched = new Watched(connection);
    try {
      watched.end = timer.schedule(watched::close, longest.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException stopped) {
      watched.close();
    }
    return watched;
  }

  /** Watches no more, and ends the thread. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
