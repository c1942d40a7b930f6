package org.g2cl.jgcs.jgroups;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Timer of all sockets that are closed when something takes too long; its thread ends when idle.
 */
final class SocketTimer {
  private static final ScheduledThreadPoolExecutor TIMER = make();

  private SocketTimer() {}

  static ScheduledThreadPoolExecutor get() {
    return TIMER;
  }

  private static ScheduledThreadPoolExecutor make() {
    var timer = new ScheduledThreadPoolExecutor(1, SocketTimer::thread);
    timer.setRemoveOnCancelPolicy(true);
    timer.setKeepAliveTime(1, TimeUnit.SECONDS);
    timer.allowCoreThreadTimeOut(true);
    return timer;
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "g2cl-socket-timer");
    thread.setDaemon(true);
    return thread;
  }
}
