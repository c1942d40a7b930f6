package org.g2cl.jgcs.legacy;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jgcs.GroupException;

/** Caller of what a plug-in may never return from: in a thread of its own, for a limited time. */
final class Bounded {
  private Bounded() {}

  /** Call that may fail. */
  @FunctionalInterface
  interface Call {
    void run() throws GroupException;
  }

  static void run(Duration longest, String what, ClassLoader loader, Call call)
      throws GroupException {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              call.run();
              return null;
            });
    Thread thread = new Thread(task, "jgcs-legacy " + what);
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      task.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      task.cancel(true);
      throw new GroupException("the plug-in did not %s within %s".formatted(what, longest), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof GroupException known
          ? known
          : new GroupException("the plug-in could not " + what + ": " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted while waiting for the plug-in to " + what, e);
    }
  }
}
