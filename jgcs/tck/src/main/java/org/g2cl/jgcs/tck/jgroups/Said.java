package org.g2cl.jgcs.tck.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;

/** What is logged while something is done. */
final class Said {
  private Said() {}

  /** Something that may fail. */
  @FunctionalInterface
  interface Action {
    void run() throws Exception;
  }

  /** Does it, and returns the text of the log. */
  static String during(Action action) throws Exception {
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(written, true, UTF_8));
    try {
      action.run();
    } finally {
      System.setErr(before);
    }
    return written.toString(UTF_8);
  }
}
