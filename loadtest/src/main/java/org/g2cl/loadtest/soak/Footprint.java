package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;

/**
 * What a node held at a moment: heap in use after a full collection, and threads.
 *
 * @param window at whose end; 0 is the beginning of the soak
 * @param node its name
 * @param megabytes in use
 * @param threads of Java, those of the JVM itself left out
 */
record Footprint(int window, String node, double megabytes, int threads) {
  static final List<String> COLUMNS = List.of("window", "node", "megabytes", "threads");

  static Footprint of(List<String> row) {
    return new Footprint(
        Integer.parseInt(row.get(0)),
        row.get(1),
        Double.parseDouble(row.get(2)),
        Integer.parseInt(row.get(3)));
  }

  List<String> row() {
    return List.of("" + window, node, String.format(Locale.ROOT, "%.3f", megabytes), "" + threads);
  }
}
