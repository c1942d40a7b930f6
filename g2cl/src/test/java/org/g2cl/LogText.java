package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;

/** What the members of a test log meanwhile, at INFO and above. */
final class LogText {
  private LogText() {}

  static String during(Callable<?> task) throws Exception {
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      task.call();
    } finally {
      System.setErr(before);
    }
    return log.toString(UTF_8);
  }
}
