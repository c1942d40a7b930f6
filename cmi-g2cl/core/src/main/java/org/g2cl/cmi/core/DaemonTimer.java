package org.g2cl.cmi.core;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Maker of timers for work in the background: one thread each, which keeps no JVM running. */
final class DaemonTimer {
  private DaemonTimer() {}

  /** Timer of one thread of that name. */
  static ScheduledExecutorService named(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          var thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
