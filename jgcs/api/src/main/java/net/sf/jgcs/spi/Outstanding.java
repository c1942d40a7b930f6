package net.sf.jgcs.spi;

import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;

/**
 * Sender that counts what the engine has taken and has not delivered to this member yet.
 *
 * <p>Thread-safe.
 *
 * @param <M> message of the engine
 */
final class Outstanding<M> implements OrderedSender.Sender<M> {
  private final OrderedSender.Sender<M> engine;
  private final AtomicInteger count = new AtomicInteger();

  Outstanding(OrderedSender.Sender<M> engine) {
    this.engine = engine;
  }

  @Override
  public void send(M message) throws GroupException {
    count.incrementAndGet();
    boolean sent = false;
    try {
      engine.send(message);
      sent = true;
    } finally {
      if (!sent) {
        delivered();
      }
    }
  }

  /** Notes that one came back, or will not. */
  void delivered() {
    count.updateAndGet(number -> Math.max(0, number - 1));
  }

  int count() {
    return count.get();
  }
}
