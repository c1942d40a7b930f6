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

  private static final Logger LOG = LoggerFactory.getLogger(Chore.class);

  private final String name;
  private final Scheduler scheduler;
  private final Scheduler.Worker worker;
  private final Work work;
  private final BooleanSupplier matters;
  private final AtomicBoolean waiting = new AtomicBoolean();

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
      scheduler.later(delay, this::enqueue);
    }
  }

  private void enqueue() {
    if (!worker.offer(this)) {
      LOG.debug("registry is closed, no {}", name);
    }
  }

  @Override
  public void run() {
    waiting.set(false);
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (GroupException | RuntimeException e) {
      if (matters.getAsBoolean()) {
        LOG.warn("{} failed: {}", name, e.toString());
      } else {
        LOG.debug("{} failed", name, e);
      }
    }
  }
}
