package net.sf.jgcs.spi;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * Messages that reach a joiner before its first view, in their order.
 *
 * <p>Others have the view before the joiner has it, and may send at once. An engine whose thread
 * waited with such a message for the view would keep back the answer to the join, which comes
 * behind it from the same sender.
 *
 * <p>An addition to jGCS 0.8. Thread-safe.
 *
 * @param <M> message of the engine
 */
public final class EarlyMessages<M> {
  private final int most;
  private volatile Queue<M> kept = new ArrayDeque<>();

  /**
   * Creates one that keeps messages until they are delivered.
   *
   * @param most messages kept; from then on {@link #keep} answers false
   */
  public EarlyMessages(int most) {
    this.most = most;
  }

  /**
   * Keeps a message behind those kept before.
   *
   * @return false when all were delivered, or too many are kept: the message is the caller's
   */
  public boolean keep(M message) {
    if (kept == null) {
      return false;
    }
    synchronized (this) {
      return kept != null && kept.size() < most && kept.add(message);
    }
  }

  /** Delivers what is kept, and what comes meanwhile, in this thread; nothing is kept any more. */
  public void deliver(Consumer<M> receiver) {
    for (M next = next(); next != null; next = next()) {
      receiver.accept(next);
    }
  }

  private synchronized M next() {
    M next = kept == null ? null : kept.poll();
    if (next == null) {
      kept = null;
    }
    return next;
  }
}
