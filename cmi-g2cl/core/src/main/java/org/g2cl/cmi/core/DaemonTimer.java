package org.g2cl.cmi.core;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maker of timers for work in the background: one thread each, which keeps no JVM running. */
public final class DaemonTimer {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonTimer.class);

  private DaemonTimer() {}

  /** Timer of one thread of that name. */
  public static ScheduledExecutorService named(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          var thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Has a timer run a task again and again, also after it has failed by an error of the JVM, which
   * the timer itself would take for the end of it; the log tells that once in a while.
   *
   * @param pause before the first run, and from the end of each to the next
   */
  @SuppressWarnings("FutureReturnValueIgnored") // tasks fail in no other way
  public static void repeat(ScheduledExecutorService timer, Duration pause, Runnable task) {
    RareLog failures = new RareLog();
    timer.scheduleWithFixedDelay(
        () -> survive(task, failures), pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private static void survive(Runnable task, RareLog failures) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      tell(e, failures);
    }
  }

  private static void tell(Throwable failure, RareLog failures) {
    try {
      if (failures.count()) {
        LOG.warn(
            "{}: failed ({} times so far) and is tried again; after an error of the JVM start the server anew",
            Thread.currentThread().getName(),
            failures.total(),
            failure);
      }
    } catch (RuntimeException | Error e) {
      // nothing can be told, as when memory is out
    }
  }
}
