package org.g2cl.loadtest.bed;

import java.util.concurrent.TimeUnit;

/** How signals reach a process, wherever it runs. */
@FunctionalInterface
interface Signals {
  /**
   * Sends a signal; nothing happens when the process has ended.
   *
   * @param name for instance {@code STOP}
   * @throws BedException when it cannot be sent
   */
  void send(String name);

  /** Tells whether they reach a child of this JVM, so that its standing still can be seen here. */
  default boolean reachChild() {
    return false;
  }

  /** Signals to a child of this JVM. */
  static Signals to(Process process) {
    return new ToChild(process, Shell.BASH);
  }

  /** By a shell, since the program kill is not everywhere. */
  record ToChild(Process process, String shell) implements Signals {
    private static final long REAPED_SECONDS = 1;

    @Override
    public void send(String name) {
      if (!process.isAlive()) {
        return;
      }
      Shell.Outcome outcome = Shell.signal(shell, name, process.pid());
      if (!outcome.isOk() && !endsMeanwhile()) {
        throw BedException.environment(
            "signal %s to process %d could not be sent with %s (%s): install bash"
                .formatted(name, process.pid(), shell, outcome.output()));
      }
    }

    /** Then it could not be sent for that. Of an interrupted thread nothing is known. */
    private boolean endsMeanwhile() {
      try {
        return process.waitFor(REAPED_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    @Override
    public boolean reachChild() {
      return true;
    }
  }
}
