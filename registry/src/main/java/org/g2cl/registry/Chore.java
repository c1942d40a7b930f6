package org.g2cl.registry;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import net.sf.jgcs.GroupException;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Work of a registry in the background; asked for often, it waits once at most. */
final class Chore implements Runnable {
  /** The work itself. */
  @FunctionalInterface
  interface Work {
    void run() throws GroupException, InterruptedException;
  }

  /** From a work that could not be begun to the next try. */
  static final Duration RETRY = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Chore.class);

  private final String name;
  private final Scheduler scheduler;
  private final Scheduler.Worker worker;
  private final Work work;
  private final BooleanSupplier matters;
  private final AtomicBoolean waiting = new AtomicBoolean();

  /** After what time it was to be queued, where there was no thread for that; null once it ran. */
  private volatile Duration lost;

  /**
   * Work that is not under way.
   *
   * @param matters whether anybody is to hear of a failure: none of a member that is leaving
   */
  Chore(
      String name,
      Scheduler scheduler,
      Scheduler.Worker worker,
      Work work,
      BooleanSupplier matters) {
    this.name = name;
    this.scheduler = scheduler;
    this.worker = worker;
    this.work = work;
    this.matters = matters;
  }

  void soon() {
    if (waiting.compareAndSet(false, true)) {
      enqueue();
    }
  }

  void after(Duration delay) {
    if (waiting.compareAndSet(false, true)) {
      enqueueLater(delay);
    }
  }

  /** Has it done where it could not be queued before; throws nothing when it still cannot. */
  void askAgainIfLost() {
    Duration delay = lost;
    if (delay == null) {
      return;
    }
    try {
      after(delay);
    } catch (VirtualMachineError e) { // it stays lost
      scheduler.caught(e);
    }
  }

  /** Where there can be no thread for that, who asks next finds that nothing waits. */
  private void enqueueLater(Duration delay) {
    boolean asked = false;
    try {
      scheduler.later(delay, this::enqueue);
      asked = true;
    } finally {
      if (!asked) {
        lost = delay;
        waiting.set(false);
      }
    }
  }

  private void enqueue() {
    try {
      if (!worker.offer(this)) {
        LOG.debug("registry is closed, no {}", name);
      }
    } catch (VirtualMachineError e) { // as when no thread can be made just now
      enqueueLater(RETRY);
      LOG.warn("{} must wait for {}: {}", name, RETRY, e.toString());
    }
  }

  @Override
  public void run() {
    lost = null;
    waiting.set(false);
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (GroupException | RuntimeException e) {
      if (matters.getAsBoolean()) {
        tell(e);
      } else {
        LOG.debug("{} failed", name, e);
      }
    }
  }

  /** A group that cannot be asked just now is nothing that nobody expects. */
  private void tell(Exception failure) {
    if (failure instanceof RuntimeException) {
      scheduler.caught(failure);
      LOG.error("{} failed", name, failure);
    } else {
      LOG.warn("{} failed: {}", name, failure.toString());
    }
  }
}
