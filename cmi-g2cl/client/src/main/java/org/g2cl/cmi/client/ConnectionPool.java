package org.g2cl.cmi.client;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Connections to one server, the one used last taken first, so that those not needed grow old and
 * are closed.
 */
final class ConnectionPool implements IdleWatch.Idle {
  private final Location server;
  private final ClientSettings settings;
  private final IdleWatch watch;
  private final Semaphore permits;
  private final ConcurrentLinkedDeque<EjbdConnection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger open = new AtomicInteger();
  private volatile boolean closed;

  ConnectionPool(Location server, ClientSettings settings, IdleWatch watch) {
    this.server = server;
    this.settings = settings;
    this.watch = watch;
    this.permits = new Semaphore(settings.poolSize());
  }

  /**
   * Takes a connection, used or new; it is to be given back by release or discard.
   *
   * @param longest time for each of two waits, asked again before the second
   */
  EjbdConnection acquire(Supplier<Duration> longest) throws IOException {
    acquirePermit(longest.get());
    EjbdConnection connection = pollIdle();
    return connection != null ? connection : openOrRelease(longest);
  }

  /**
   * Takes a new connection, for a request that must not meet one that the server has closed; where
   * there are idle ones, in place of the one not used for longest, or they would be more each time.
   */
  EjbdConnection acquireNew(Supplier<Duration> longest) throws IOException {
    acquirePermit(longest.get());
    EjbdConnection oldest = idle.pollLast();
    if (oldest != null) {
      close(oldest);
    }
    return openOrRelease(longest);
  }

  /** Takes the place of a broken connection. */
  EjbdConnection replace(EjbdConnection broken, Supplier<Duration> longest) throws IOException {
    close(broken);
    closeIdle();
    return openOrRelease(longest);
  }

  void release(EjbdConnection connection) {
    connection.markUsed();
    keep(connection);
    if (closed) {
      closeIdle();
    } else {
      watch.watch(this);
    }
  }

  private void keep(EjbdConnection connection) {
    boolean kept = false;
    try {
      idle.addFirst(connection);
      kept = true;
    } finally {
      if (!kept) { // as when memory is out
        close(connection);
      }
      permits.release();
    }
  }

  void discard(EjbdConnection connection) {
    close(connection);
    permits.release();
  }

  /** Closes what is not in use: the server has failed or is gone. */
  void closeIdle() {
    EjbdConnection connection = idle.pollLast();
    while (connection != null) {
      close(connection);
      connection = idle.pollLast();
    }
  }

  @Override
  public long closeExpired() {
    EjbdConnection oldest = idle.peekLast();
    while (oldest != null && oldest.idleLongerThan(settings.idleTimeout())) {
      if (idle.removeLastOccurrence(oldest)) {
        close(oldest);
      }
      oldest = idle.peekLast();
    }
    return oldest == null ? IdleWatch.NOTHING : oldest.nanosUntilIdleFor(settings.idleTimeout());
  }

  /** Closes what is idle now, and what is released later. */
  void close() {
    closed = true;
    closeIdle();
  }

  int open() {
    return open.get();
  }

  private void acquirePermit(Duration longest) throws IOException {
    long wait = Math.min(longest.toMillis(), settings.poolWait().toMillis());
    try {
      if (permits.tryAcquire() || permits.tryAcquire(wait, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new PoolExhaustedException(
        "all %d connections to %s in use for %d ms; raise %s"
            .formatted(settings.poolSize(), server, wait, ClientSetting.POOL_SIZE.key()));
  }

  private EjbdConnection pollIdle() {
    EjbdConnection connection = idle.pollFirst();
    while (connection != null && unusable(connection)) {
      close(connection);
      connection = idle.pollFirst();
    }
    return connection;
  }

  private boolean unusable(EjbdConnection connection) {
    return connection.idleLongerThan(settings.idleTimeout()) || connection.dirty();
  }

  private EjbdConnection openOrRelease(Supplier<Duration> longest) throws IOException {
    boolean opened = false;
    try {
      EjbdConnection connection = open(longest.get());
      open.incrementAndGet();
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        permits.release();
      }
    }
  }

  private EjbdConnection open(Duration longest) throws NotSentException {
    Duration usual = RetryLoop.shorter(settings.connectTimeout(), settings.readTimeout());
    if (longest.compareTo(usual) >= 0) {
      return EjbdConnection.open(server, usual);
    }
    try {
      return EjbdConnection.open(server, longest);
    } catch (NotSentException e) {
      throw e.getCause() instanceof SocketTimeoutException ? NotSentException.hurried(e) : e;
    }
  }

  private void close(EjbdConnection connection) {
    connection.close();
    open.decrementAndGet();
  }
}
