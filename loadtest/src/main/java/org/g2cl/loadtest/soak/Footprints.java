package org.g2cl.loadtest.soak;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.g2cl.loadtest.report.LineChart;

/** What each node held after each window; the one before the first is index 0. */
final class Footprints {
  private final Map<String, List<Footprint>> byNode;

  Footprints(List<Footprint> all) {
    byNode =
        all.stream()
            .collect(Collectors.groupingBy(Footprint::node, TreeMap::new, Collectors.toList()));
  }

  Map<String, List<Double>> megabytes() {
    return values(Footprint::megabytes);
  }

  Map<String, List<Double>> threads() {
    return values(Footprint::threads);
  }

  private Map<String, List<Double>> values(ToDoubleFunction<Footprint> value) {
    Map<String, List<Double>> values = new TreeMap<>();
    byNode.forEach(
        (node, all) -> values.put(node, all.stream().map(value::applyAsDouble).toList()));
    return values;
  }

  /** Heap at the end of the last window over that of the first, of the node that grew most. */
  double greatestGrowth() {
    return greatest((first, last) -> last.megabytes() / first.megabytes());
  }

  /** Threads more at the end of the last window than of the first, of the node with most. */
  double mostThreadsMore() {
    return greatest((first, last) -> last.threads() - first.threads());
  }

  private double greatest(ToDoubleBiFunction<Footprint, Footprint> change) {
    return byNode.values().stream()
        .filter(all -> all.size() > 2)
        .mapToDouble(all -> change.applyAsDouble(all.get(1), all.get(all.size() - 1)))
        .max()
        .orElse(Double.NaN);
  }

  /** At the ends of the first window and of the last, for the terminal. */
  List<String> lines() {
    return List.of(
        "live heap, MB, end of first window and of last: " + firstAndLast(megabytes(), "%.1f"),
        "threads, then and then: " + firstAndLast(threads(), "%.0f"));
  }

  private static String firstAndLast(Map<String, List<Double>> values, String format) {
    return values.entrySet().stream()
        .filter(node -> node.getValue().size() > 1)
        .map(
            node ->
                String.format(
                    Locale.ROOT,
                    "%s " + format + " " + format,
                    node.getKey(),
                    node.getValue().get(1),
                    node.getValue().get(node.getValue().size() - 1)))
        .collect(Collectors.joining(", "));
  }

  LineChart pictureOfHeap() {
    return picture(new LineChart("Live heap", "window", "megabytes"), megabytes());
  }

  LineChart pictureOfThreads() {
    return picture(new LineChart("Threads", "window", "threads"), threads());
  }

  private static LineChart picture(LineChart chart, Map<String, List<Double>> values) {
    LineChart from = chart.fromX(0);
    values.forEach(
        (node, all) -> from.line(node, IntStream.range(0, all.size()).boxed().toList(), all));
    return from;
  }
}
