package org.g2cl;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import net.sf.jgcs.Service;

/**
 * Own messages to all that were begun to be sent in fragments, each until this member has delivered
 * it, or it is clear that it never will.
 *
 * <p>That is clear when one that was begun later comes first, and when nothing came for a minute
 * after the last fragment was sent: the engine may lose messages when the view changes.
 */
final class BegunMessages {
  private final LongSupplier nanoTime;

  /** Counts beginnings and ends of sending, to tell what came before what. */
  private final AtomicLong steps = new AtomicLong();

  private final Map<Long, Begun> begun = new ConcurrentHashMap<>();

  private static final class Begun {
    final Service service;
    final long from;
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    volatile long sentNanos;

    /** Step at which the last fragment was sent, 0 before. */
    volatile long until;

    Begun(Service service, long from) {
      this.service = service;
      this.from = from;
    }

    boolean isSentBefore(long step) {
      long last = until;
      return last != 0 && last < step;
    }
  }

  BegunMessages(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  void begin(long id, Service service) {
    begun.put(id, new Begun(service, steps.incrementAndGet()));
  }

  /** The last fragment of that message was sent. */
  void sent(long id) {
    Begun message = begun.get(id);
    if (message != null) {
      message.sentNanos = nanoTime.getAsLong();
      message.until = steps.incrementAndGet();
    }
  }

  /** That message was delivered, and so no earlier one of its quality of service will be. */
  void delivered(long id) {
    Begun message = begun.get(id);
    if (message != null) {
      end(id);
      endAll(
          other ->
              other.isSentBefore(message.from) && Objects.equals(other.service, message.service));
    }
  }

  /** That message is waited for no more. */
  void end(long id) {
    Begun message = begun.remove(id);
    if (message != null) {
      message.ended.complete(null);
    }
  }

  void endAll() {
    endAll(message -> true);
  }

  private void endAll(Predicate<Begun> condition) {
    begun.forEach(
        (id, message) -> {
          if (condition.test(message)) {
            end(id);
          }
        });
  }

  /** Point in time, for {@link #endSentBefore}. */
  long now() {
    return steps.incrementAndGet();
  }

  /**
   * Something sent at that point in time was delivered, in total order, and so nothing sent before
   * it is on its way in total order any more.
   */
  void endSentBefore(long step) {
    endAll(message -> message.isSentBefore(step));
  }

  /** Ends when all that were begun up to now have ended. */
  CompletableFuture<Void> ended() {
    long now = nanoTime.getAsLong();
    endAll(message -> message.until != 0 && now - message.sentNanos > Assembly.PATIENCE_NANOS);
    return CompletableFuture.allOf(
        begun.values().stream().map(message -> message.ended).toArray(CompletableFuture[]::new));
  }
}
