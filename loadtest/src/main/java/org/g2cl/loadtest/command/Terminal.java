package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import java.util.Locale;

/**
 * Output of the demo: sentences, and one line that is written over while the load runs.
 *
 * <p>Where the output is no terminal, that line is printed every five seconds instead. Thread-safe.
 */
final class Terminal {
  private static final long SPARSE_NANOS = 5_000_000_000L;
  private static final int WIDTH = 110;

  private final PrintWriter out;
  private final boolean overwrite;
  private final long start = System.nanoTime();
  private boolean open;
  private boolean silent;
  private long lastSparse = System.nanoTime() - SPARSE_NANOS;

  Terminal(PrintWriter out, boolean overwrite) {
    this.out = out;
    this.overwrite = overwrite;
  }

  double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /** Prints a sentence with the time since the start before it. */
  synchronized void say(String sentence) {
    line(String.format(Locale.ROOT, "%6.1f s  %s", seconds(), sentence));
  }

  synchronized void line(String text) {
    if (silent) {
      return;
    }
    if (open) {
      out.print("\r" + " ".repeat(WIDTH) + "\r");
      open = false;
    }
    out.println(text);
    out.flush();
  }

  /** Shows how far it is. */
  synchronized void progress(String text) {
    if (silent) {
      return;
    }
    String stamped = String.format(Locale.ROOT, "%6.1f s  %s", seconds(), text);
    if (overwrite) {
      String cut = stamped.length() > WIDTH ? stamped.substring(0, WIDTH) : stamped;
      out.print("\r" + cut + " ".repeat(WIDTH - cut.length()));
      out.flush();
      open = true;
    } else if (System.nanoTime() - lastSparse >= SPARSE_NANOS) {
      lastSparse = System.nanoTime();
      line(stamped);
    }
  }

  /** Prints a last sentence and nothing any more. */
  synchronized void last(String sentence) {
    line(sentence);
    silent = true;
  }
}
