package org.g2cl.loadtest.bed;

import java.util.List;

/** Shell of a machine that nodes of a bed run on, this one or a remote one. Thread-safe. */
interface HostShell {
  /** Runs a short command on it. */
  Shell.Outcome run(List<String> command);

  /** This machine. */
  static HostShell here() {
    return new HostShell() {
      @Override
      public Shell.Outcome run(List<String> command) {
        return Shell.tryRun("", command);
      }

      @Override
      public String toString() {
        return "this machine";
      }
    };
  }
}
