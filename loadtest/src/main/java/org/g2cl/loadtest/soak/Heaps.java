package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.loadtest.report.LineChart;

/** Live heap of each node after each window; the one before the first is index 0. */
final class Heaps {
  private final Map<String, List<Double>> byNode;

  Heaps(List<HeapLine> lines) {
    byNode =
        lines.stream()
            .collect(
                Collectors.groupingBy(
                    HeapLine::node,
                    TreeMap::new,
                    Collectors.mapping(HeapLine::megabytes, Collectors.toList())));
  }

  Map<String, List<Double>> byNode() {
    return byNode;
  }

  /** End of the last window over the end of the first, of the node that grew most. */
  double greatestGrowth() {
    return byNode.values().stream()
        .filter(heaps -> heaps.size() > 2)
        .mapToDouble(heaps -> heaps.get(heaps.size() - 1) / heaps.get(1))
        .max()
        .orElse(Double.NaN);
  }

  String firstAndLast() {
    return byNode.entrySet().stream()
        .filter(node -> node.getValue().size() > 1)
        .map(
            node ->
                String.format(
                    Locale.ROOT,
                    "%s %.1f %.1f",
                    node.getKey(),
                    node.getValue().get(1),
                    node.getValue().get(node.getValue().size() - 1)))
        .collect(Collectors.joining(", "));
  }

  LineChart picture() {
    LineChart chart = new LineChart("Live heap", "window", "megabytes").fromX(0);
    byNode.forEach(
        (node, heaps) ->
            chart.line(node, IntStream.range(0, heaps.size()).boxed().toList(), heaps));
    return chart;
  }
}
