package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;

/**
 * Heap that a node used after a full collection.
 *
 * @param window at whose end; 0 is the beginning of the soak
 * @param node its name
 * @param megabytes in use
 */
record HeapLine(int window, String node, double megabytes) {
  static final List<String> COLUMNS = List.of("window", "node", "megabytes");

  static HeapLine of(List<String> row) {
    return new HeapLine(Integer.parseInt(row.get(0)), row.get(1), Double.parseDouble(row.get(2)));
  }

  List<String> row() {
    return List.of("" + window, node, String.format(Locale.ROOT, "%.3f", megabytes));
  }
}
