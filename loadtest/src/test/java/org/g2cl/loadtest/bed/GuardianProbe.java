package org.g2cl.loadtest.bed;

import java.nio.file.Path;

/** JVM that starts a process, hands it to a guardian, and waits to be killed. */
final class GuardianProbe {
  private GuardianProbe() {}

  public static void main(String[] arguments) throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    Guardian.start(Path.of(arguments[0])).add(OwnProcess.of("sleep", process.pid()));
    System.out.println(process.pid());
    Thread.currentThread().join();
  }
}
