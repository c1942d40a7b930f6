package org.g2cl.cmi.jonas;

import java.util.function.BooleanSupplier;

/**
 * Interruption that a bean has left on its thread, kept off what waits for the group: with it
 * nobody would wait for the backups, and the client would have the bean run once more.
 */
final class Interruption {
  /** What waits. */
  interface Work<E extends Exception> {
    void run() throws E;
  }

  private Interruption() {}

  /** Does work without it; the thread has it again afterwards. */
  static <E extends Exception> void aside(Work<E> work) throws E {
    boolean interrupted = Thread.interrupted();
    try {
      work.run();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Answers a question without it; the thread has it again afterwards. */
  static boolean asideOf(BooleanSupplier question) {
    boolean[] answer = {false};
    aside(() -> answer[0] = question.getAsBoolean());
    return answer[0];
  }

  static boolean isThere() {
    return Thread.currentThread().isInterrupted();
  }

  /** Forgets it: what this thread does next is of another request. */
  static void forget() {
    var unused = Thread.interrupted();
  }
}
