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

  /** Signals to a child of this JVM. */
  static Signals to(Process process) {
    return name -> {
      if (process.isAlive()) {
        Shell.tryRun("kill", "-s", name, Long.toString(process.pid()));
      }
    };
  }
}
