package org.g2cl.jgcs.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Keeps a process stopped. A signal alone does not: the kernel lets stopped processes of a job in
 * the background go on when the shell that started the job ends.
 */
final class Standstill {
  private static final long LOOK_MILLIS = 100;

  private final Process process;
  private boolean over;

  private Standstill(Process process) {
    this.process = process;
  }

  /** Stops the process until {@link #end}, or until it is killed. */
  static Standstill of(Process process) throws IOException {
    Standstill standstill = new Standstill(process);
    standstill.signal("-STOP");
    Thread thread = new Thread(standstill::keep, "standstill of " + process.pid());
    thread.setDaemon(true);
    thread.start();
    return standstill;
  }

  private synchronized void keep() {
    try {
      while (!over && process.isAlive()) {
        wait(LOOK_MILLIS);
        if (!over && !isStopped()) {
          signal("-STOP");
        }
      }
    } catch (IOException | InterruptedException e) {
      over = true; // the signal was all that could be done
    }
  }

  /** Lets the process go on. */
  synchronized void end() throws IOException {
    over = true;
    notifyAll();
    signal("-CONT");
  }

  /** Tells whether it stands still, has ended, or cannot be looked at. */
  boolean isStopped() {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      char state = stat.charAt(stat.lastIndexOf(')') + 2);
      return state == 'T' || state == 'Z';
    } catch (IOException e) {
      return true;
    }
  }

  private void signal(String signal) throws IOException {
    if (!process.isAlive()) {
      return; // another may have its id
    }
    try {
      new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
