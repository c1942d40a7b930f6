package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Path;

/**
 * JVM that starts two processes, hands them to a guardian, tells it that the second has ended, and
 * waits to be killed.
 */
final class GuardianProbe {
  /** Its last line: the guardian has been told all. */
  static final String TOLD = "told";

  private GuardianProbe() {}

  public static void main(String[] arguments) throws Exception {
    Guardian guardian = Guardian.start(Path.of(arguments[0]));
    guardian.add(sleeper());
    OwnProcess forgotten = sleeper();
    guardian.add(forgotten);
    guardian.remove(forgotten);
    System.out.println(TOLD);
    Thread.currentThread().join();
  }

  private static OwnProcess sleeper() throws IOException {
    Process process = new ProcessBuilder("sleep", "60").start();
    System.out.println(process.pid());
    return OwnProcess.of("sleep", process.pid());
  }
}
