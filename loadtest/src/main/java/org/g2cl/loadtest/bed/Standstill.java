package org.g2cl.loadtest.bed;

import java.util.function.Supplier;

/**
 * Keeps a child of this JVM stopped. A signal alone does not: the kernel lets stopped processes of
 * a job in the background go on when the shell that started the job ends. Of a process on another
 * machine nothing is seen here, so there it is the signal alone.
 */
final class Standstill {
  private static final long LOOK_MILLIS = 100;

  private final Process process;
  private final Supplier<Signals> signals;

  /** Keeps it stopped at present, or null. */
  private Thread keeper;

  /**
   * Creates one.
   *
   * @param signals to the process at present; those to a process on another machine reach no child
   */
  Standstill(Process process, Supplier<Signals> signals) {
    this.process = process;
    this.signals = signals;
  }

  /** Stops the process until {@link #end}, or until it ends. */
  synchronized void begin() {
    signals.get().send("STOP");
    if (keeper == null) {
      keeper = new Thread(this::keep, "standstill of " + process.pid());
      keeper.setDaemon(true);
      keeper.start();
    }
  }

  private synchronized void keep() {
    try {
      while (isKeeper() && process.isAlive()) {
        wait(LOOK_MILLIS);
        if (isKeeper() && signals.get().reachChild() && !isStopped()) {
          signals.get().send("STOP");
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isKeeper() {
    return Thread.currentThread().equals(keeper);
  }

  /** Lets the process go on. */
  synchronized void end() {
    forget();
    signals.get().send("CONT");
  }

  /** Stops no more, and lets go on nothing either. */
  synchronized void forget() {
    keeper = null;
    notifyAll();
  }

  /** Tells whether it stands still; one that has ended does. */
  boolean isStopped() {
    return ProcessStat.of(process.pid())
        .map(stat -> stat.state() == 'T' || stat.state() == 'Z')
        .orElse(true);
  }
}
