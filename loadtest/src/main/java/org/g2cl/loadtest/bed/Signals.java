package org.g2cl.loadtest.bed;

/** How signals reach a process, wherever it runs. */
@FunctionalInterface
interface Signals {
  /**
   * Sends a signal; nothing happens when the process has ended.
   *
   * @param name for instance {@code STOP}
   */
  void send(String name);

  /** Tells whether they reach a child of this JVM, so that its standing still can be seen here. */
  default boolean reachChild() {
    return false;
  }

  /** Signals to a child of this JVM. */
  static Signals to(Process process) {
    return new ToChild(process);
  }

  /** By the system's command. */
  record ToChild(Process process) implements Signals {
    @Override
    public void send(String name) {
      if (process.isAlive()) {
        Shell.tryRun("kill", "-s", name, Long.toString(process.pid()));
      }
    }

    @Override
    public boolean reachChild() {
      return true;
    }
  }
}
