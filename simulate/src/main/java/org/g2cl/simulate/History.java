package org.g2cl.simulate;

import java.util.ArrayList;
import java.util.List;

/** What happened, line by line, for people; and a digest of it, to compare runs. */
final class History {
  private static final long NANOS_PER_UNIT = 100_000;
  private static final long UNITS_PER_SECOND = 10_000;

  private final List<String> lines = new ArrayList<>();
  private long digest = 1;

  void add(long nanos, String text) {
    String line = time(nanos) + "  " + text;
    lines.add(line);
    digest = digest * 31 + line.hashCode();
  }

  private static String time(long nanos) {
    long units = nanos / NANOS_PER_UNIT;
    String fraction = Long.toString(UNITS_PER_SECOND + units % UNITS_PER_SECOND).substring(1);
    return String.valueOf(units / UNITS_PER_SECOND) + '.' + fraction;
  }

  List<String> lines() {
    return lines;
  }

  long digest() {
    return digest;
  }
}
