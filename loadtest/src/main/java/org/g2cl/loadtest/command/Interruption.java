package org.g2cl.loadtest.command;

import java.util.concurrent.atomic.AtomicBoolean;
import org.g2cl.loadtest.bed.TestBed;

/** Ends a bed when its JVM is interrupted by Ctrl-C or SIGTERM. */
final class Interruption implements AutoCloseable {
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final Thread hook;

  private Interruption(Terminal terminal, TestBed bed) {
    hook =
        new Thread(
            () -> {
              interrupted.set(true);
              terminal.last("\nInterrupted: stopping the nodes …");
              bed.abort();
              System.out.println("Nothing is left running.");
              System.out.flush();
            },
            "interrupt");
  }

  static Interruption of(Terminal terminal, TestBed bed) {
    Interruption interruption = new Interruption(terminal, bed);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /** The failure that an interrupt causes is not told: the JVM is about to end. */
  void awaitEnd() throws InterruptedException {
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
