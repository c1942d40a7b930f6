package org.g2cl.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What happened, line by line, for people; and a digest of it, to compare runs. */
final class History {
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<String> lines = new ArrayList<>();
  private long digest = 1;

  void add(long nanos, String text) {
    String line = String.format(Locale.ROOT, "%10.4f  %s", nanos / NANOS_PER_SECOND, text);
    lines.add(line);
    digest = digest * 31 + line.hashCode();
  }

  List<String> lines() {
    return lines;
  }

  long digest() {
    return digest;
  }
}
