package org.g2cl.loadtest.command;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Ends what an experiment has started when the JVM is asked to end, and says what is kept. */
final class InterruptGuard implements AutoCloseable {
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final Thread hook;

  /**
   * Guards from now on.
   *
   * @param abort ends all processes
   * @param farewell last sentence, asked for afterwards
   */
  InterruptGuard(Terminal terminal, Runnable abort, Supplier<String> farewell) {
    hook =
        new Thread(
            () -> {
              interrupted.set(true);
              terminal.last("\nInterrupted: stopping the nodes …");
              abort.run();
              System.out.println(farewell.get() + " Nothing is left running.");
              System.out.flush();
            },
            "interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Waits for the end of the JVM when it was interrupted: the failures that this causes say
   * nothing.
   */
  void awaitEndIfInterrupted() throws InterruptedException {
    if (interrupted.get()) {
      Thread.currentThread().join();
    }
  }

  @Override
  public void close() {
    if (!interrupted.get()) {
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
