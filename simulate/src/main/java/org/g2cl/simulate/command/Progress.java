package org.g2cl.simulate.command;

import java.io.PrintWriter;
import java.util.Locale;
import org.g2cl.simulate.Result;

/** What a campaign tells while it goes on: one line that changes, or on no terminal some lines. */
final class Progress {
  private static final int LINES = 20;

  private final PrintWriter out;
  private final long count;
  private final boolean terminal = Boolean.getBoolean("ha.terminal");
  private final long begin = System.nanoTime();
  private long done;
  private long failed;

  Progress(PrintWriter out, long count) {
    this.out = out;
    this.count = count;
  }

  void done(Result result) {
    done++;
    if (!result.violations().isEmpty()) {
      failed++;
      clear();
      out.println(Report.sentence(result));
    }
    if (terminal) {
      out.printf("\r%-76s", line());
    } else if (done % Math.max(1, count / LINES) == 0) {
      out.println(line());
    }
    out.flush();
  }

  private String line() {
    long seconds = (System.nanoTime() - begin) / 1_000_000_000;
    long left = seconds * (count - done) / done;
    return String.format(
        Locale.ROOT,
        "%,d of %,d seeds, %,d failed, %,d s, about %,d s left",
        done,
        count,
        failed,
        seconds,
        left);
  }

  void end() {
    clear();
    out.flush();
  }

  private void clear() {
    if (terminal) {
      out.printf("\r%76s\r", "");
    }
  }
}
