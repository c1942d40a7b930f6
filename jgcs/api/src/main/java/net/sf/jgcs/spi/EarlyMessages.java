package net.sf.jgcs.spi;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;

/**
 * Messages that reach a joiner before its first view, in their order.
 *
 * <p>Others have the view before the joiner has it, and may send at once. An engine whose thread
 * waited with such a message for the view would keep back the answer to the join, which comes
 * behind it from the same sender.
 *
 * <p>No message passes those kept before it. When too many are kept, the engine's threads wait for
 * room: from the first view on for as long as the listeners take, as always when they are slow;
 * before it for two seconds in all, and what finds no room then is dropped.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 *
 * @param <M> message of the engine
 */
public final class EarlyMessages<M> {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(2);

  private final int most;
  private final ObjLongConsumer<M> dropped;
  private final RareLog drops = new RareLog();
  private final long longestWait;
  private volatile Queue<M> kept = new ArrayDeque<>();
  private boolean delivering;

  /** When waits for the first view end, once there was one. */
  private Long waitsEnd;

  /**
   * Creates one that keeps messages until they are delivered.
   *
   * @param most messages kept
   * @param dropped is told of one for which there was no room in time, and of the number of such so
   *     far; at once, then every ten seconds at most
   */
  public EarlyMessages(int most, ObjLongConsumer<M> dropped) {
    this(most, dropped, LONGEST_WAIT);
  }

  /** Creates one that waits so long for the first view. */
  EarlyMessages(int most, ObjLongConsumer<M> dropped, Duration longestWait) {
    this.most = most;
    this.dropped = dropped;
    this.longestWait = longestWait.toNanos();
  }

  /**
   * Keeps a message that others may pass, when there is room; never waits.
   *
   * @return false when there is none, or all were delivered: the message is the caller's
   */
  public synchronized boolean offer(M message) {
    return kept != null && kept.size() < most && kept.add(message);
  }

  /**
   * Keeps a message behind those kept before; waits while too many are.
   *
   * @return false when all were delivered: the message is the caller's
   */
  public boolean keep(M message) {
    return kept != null && keepOrDrop(message);
  }

  private boolean keepOrDrop(M message) {
    synchronized (this) {
      boolean room = awaitRoom();
      if (kept == null) {
        return false;
      }
      if (room) {
        return kept.add(message);
      }
    }
    if (drops.count()) {
      dropped.accept(message, drops.total());
    }
    return true;
  }

  /** False when there was none in time, or the thread was interrupted. */
  private boolean awaitRoom() {
    try {
      while (kept != null && kept.size() >= most) {
        if (delivering) {
          wait();
        } else if (!awaitDelivery()) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) { // the engine stops
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean awaitDelivery() throws InterruptedException {
    long now = System.nanoTime();
    if (waitsEnd == null) {
      waitsEnd = now + longestWait;
    }
    long left = waitsEnd - now;
    if (left > 0) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return left > 0;
  }

  /** Delivers what is kept, and what comes meanwhile, in this thread; nothing is kept any more. */
  public void deliver(Consumer<M> receiver) {
    for (M next = next(); next != null; next = next()) {
      deliver(next, receiver);
    }
  }

  private static <M> void deliver(M message, Consumer<M> receiver) {
    try {
      receiver.accept(message);
    } catch (RuntimeException | Error e) { // or those behind it would wait for ever
      Thread current = Thread.currentThread();
      current.getUncaughtExceptionHandler().uncaughtException(current, e);
    }
  }

  private synchronized M next() {
    M next = kept == null ? null : kept.poll();
    if (next == null) {
      kept = null;
    }
    delivering = true;
    notifyAll();
    return next;
  }

  /** Drops what is kept and ends all waits: this member is gone. */
  public synchronized void close() {
    kept = null;
    notifyAll();
  }
}
