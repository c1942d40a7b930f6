package org.g2cl.registry;

import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import net.sf.jgcs.GroupException;
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
  private final ScheduledExecutorService executor;
  private final Work work;
  private final AtomicBoolean waiting = new AtomicBoolean();

  Chore(String name, ScheduledExecutorService executor, Work work) {
    this.name = name;
    this.executor = executor;
    this.work = work;
  }

  void soon() {
    after(Duration.ZERO);
  }

  void after(Duration delay) {
    if (waiting.compareAndSet(false, true)) {
      try {
        var unused = executor.schedule(this, delay.toMillis(), TimeUnit.MILLISECONDS);
      } catch (RejectedExecutionException e) {
        LOG.debug("registry is closed, no {}", name, e);
      }
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
      LOG.warn("{} failed: {}", name, e.toString());
    }
  }
}
