package org.g2cl.loadtest.command;

import java.io.PrintWriter;
import java.util.List;

/**
 * Output of lines again and again: drawn over those of before on a terminal, else one after the
 * other.
 */
final class Screen {
  private static final String HOME = "\033[H";
  private static final String CLEAR_LINE = "\033[K";
  private static final String CLEAR_BELOW = "\033[J";
  private static final String CLEAR = "\033[2J";

  private final PrintWriter out;
  private final boolean inPlace;
  private boolean drawn;

  Screen(PrintWriter out, boolean inPlace) {
    this.out = out;
    this.inPlace = inPlace;
  }

  void show(List<String> lines) {
    if (inPlace) {
      out.print(drawn ? HOME : CLEAR + HOME);
      lines.forEach(line -> out.print(line + CLEAR_LINE + System.lineSeparator()));
      out.print(CLEAR_BELOW);
    } else {
      lines.forEach(out::println);
      out.println();
    }
    out.flush();
    drawn = true;
  }
}
