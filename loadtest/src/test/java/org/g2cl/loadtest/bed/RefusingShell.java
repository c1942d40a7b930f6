package org.g2cl.loadtest.bed;

import java.util.List;

/**
 * Shell of a machine on which each command fails.
 *
 * @param machine what it is called
 * @param says what each command prints
 */
record RefusingShell(String machine, String says) implements HostShell {
  @Override
  public Shell.Outcome run(List<String> command) {
    return new Shell.Outcome(3, says);
  }

  @Override
  public String toString() {
    return machine;
  }
}
