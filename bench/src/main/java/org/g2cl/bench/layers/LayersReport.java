package org.g2cl.bench.layers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/** Report of the layers. */
final class LayersReport {
  private static final int TARGET_BYTES = 100;
  private static final double TARGET_RATIO = 1.10;
  private static final String JXTA =
      "study of JXTA-J2SE 2.3.2's layers; smallest messages, Gigabit Ethernet";

  /** Each layer with the one that it stands on. */
  private static final Map<String, String> BELOW =
      Map.of(
          Kinds.ENGINE, Kinds.SOCKET,
          Kinds.JGCS, Kinds.ENGINE,
          Kinds.G2CL, Kinds.JGCS,
          Kinds.DISPATCHER, Kinds.G2CL,
          Kinds.HA_CALL, Kinds.CALL);

  /** Dispatchers of ours, each with one of JGroups that does as much. */
  private static final List<List<String>> PEERS =
      List.of(
          List.of(Kinds.DISPATCHER_FIFO, Kinds.JGROUPS_DISPATCHER),
          List.of(Kinds.DISPATCHER_FIFO_DIRECT, Kinds.JGROUPS_DISPATCHER),
          List.of(Kinds.DISPATCHER, Kinds.JGROUPS_DISPATCHER_OOB),
          List.of(Kinds.DISPATCHER, Kinds.JGROUPS_DISPATCHER_DIRECT));

  private final LayersSettings settings;
  private final List<LayerCell> cells = new ArrayList<>();
  private final Map<String, Ratio> ratios = new LinkedHashMap<>();
  private final Map<String, Sample> medians = new LinkedHashMap<>();
  private final Report report;
  private final Table table =
      new Table("layer", "bytes", "µs, mean of medians", "95 %", "p99", "MB/s", "ratio", "to");

  LayersReport(LayersSettings settings) {
    this.settings = settings;
    this.report =
        new Report(
            settings.name(),
            isOfLayers()
                ? "How long does a message and its acknowledgement take by each layer?"
                : "How long does a request and its response take by JGroups' dispatcher and by ours?");
  }

  void add(int size, Map<String, Times> measured) {
    measured.forEach(
        (kind, times) -> {
          LayerCell cell = cell(kind, size, times);
          cells.add(cell);
          medians.put(kind, times.medians());
          row(cell, measured);
        });
    if (size == TARGET_BYTES) {
      PEERS.forEach(pair -> compare(measured, pair.get(0), pair.get(1)));
    }
  }

  private static LayerCell cell(String kind, int size, Times times) {
    Summary micros = times.medians().summary();
    return new LayerCell(kind, size, micros, times.p99().summary(), size / micros.mean());
  }

  private void row(LayerCell cell, Map<String, Times> measured) {
    String other = comparedWith(cell.layer());
    boolean isComparable = measured.containsKey(other);
    table.row(
        cell.layer(),
        cell.bytes(),
        cell.micros().mean(),
        Table.interval(cell.micros().low95(), cell.micros().high95()),
        cell.p99().mean(),
        cell.megabytesPerSecond(),
        isComparable
            ? Table.number(measured.get(cell.layer()).over(measured.get(other)).ratio())
            : "",
        isComparable ? other : "");
  }

  /** The layer below among layers, the first peer among dispatchers; empty for none. */
  private String comparedWith(String layer) {
    return isOfLayers()
        ? BELOW.getOrDefault(layer, "")
        : PEERS.stream()
            .filter(pair -> pair.get(0).equals(layer))
            .map(pair -> pair.get(1))
            .findFirst()
            .orElse("");
  }

  private void compare(Map<String, Times> measured, String ours, String theirs) {
    if (!measured.containsKey(ours) || !measured.containsKey(theirs)) {
      return;
    }
    Ratio ratio = measured.get(ours).over(measured.get(theirs));
    ratios.put(ours + " over " + theirs, ratio);
    report.target(
        Target.atMost(
            "%s over %s, %d bytes".formatted(ours, theirs, TARGET_BYTES), TARGET_RATIO, ratio));
  }

  Report finish() {
    report
        .setting("engine", settings.engine())
        .setting("measurements, at least", settings.rounds())
        .setting("duration", settings.duration().toString())
        .setting("starts", settings.starts())
        .setting("connections at each start", settings.connections())
        .setting("pairs of a measurement", settings.pairs() + ", fewer above 100,000 bytes")
        .setting("pairs of warm-up", settings.warmups())
        .setting("seed", settings.seed())
        .figures("cells", cells)
        .figures("ratios", ratios)
        .table(
            isOfLayers()
                ? "Message of so many bytes, and its acknowledgement of one byte"
                : "Request of so many bytes, and its response of one byte",
            table);
    if (settings.sizes().size() > 1) {
      report
          .picture("latency", picture("Message and acknowledgement", "µs", true))
          .picture("bandwidth", picture("Bandwidth of one sender that waits", "MB/s", false));
    } else {
      report.picture("measurements", measurements());
    }
    report.note(
        "Layers take turns in an order drawn anew, then in its reverse: the two medians of each are"
            + " a block. A ratio is the centre, by Hodges and Lehmann, of the starts, each of which"
            + " counts by the centre of its blocks (of all blocks, with less than three starts); its"
            + " interval is Wilcoxon's. Nothing is left out. So a ratio need not be the quotient of"
            + " the means beside it, which slow turns move.");
    if (isOfLayers()) {
      papers();
    }
    dispatchers();
    return report;
  }

  private boolean isOfLayers() {
    return settings.name().equals("layers");
  }

  private void papers() {
    report
        .paper(
            new PaperFigure(
                JXTA,
                "plain socket about 45 µs, endpoint service 294 µs (6.5 times), unicast pipe 711"
                    + " µs, JXTA socket 977 µs (22 times)"))
        .paper(
            new PaperFigure(
                JXTA, "plain sockets reached 115 MB/s; buffers of 16 to 512 KB made 12 to 92 MB/s"))
        .note(
            "Both ends are JVMs on this machine's loopback; a pair is a round trip. A bean's call"
                + " carries the bytes as its argument and answers a number; ha-call also waits for"
                + " one backup, which gets the state, not the argument.");
  }

  private void dispatchers() {
    report.note(
        "g2cl-dispatcher is unordered, as jgroups-dispatcher-oob; -fifo and jgroups-dispatcher are"
            + " both dispatchers by their default options, of which ours hands requests to a thread"
            + " of its own, and with -fifo-direct does not, as JGroups'.");
    if (medians.containsKey(Kinds.JGROUPS_DISPATCHER_DIRECT)) {
      report.note(
          "jgroups-dispatcher-oob-unbundled is JGroups' dispatcher with the flags and by the direct"
              + " write that the binding gives ours.");
    }
  }

  /** Of one size there is no line over sizes; what there is to see is how steady it was. */
  private LineChart measurements() {
    LineChart picture =
        new LineChart(
            "%s of %s bytes, measurement by measurement"
                .formatted(
                    isOfLayers() ? "Message and acknowledgement" : "Request and response",
                    Table.number(settings.sizes().get(0))),
            "measurement, in order",
            "µs, median of its pairs");
    medians.forEach(
        (layer, sample) ->
            picture.line(
                layer,
                IntStream.rangeClosed(1, sample.size()).boxed().toList(),
                Arrays.stream(sample.values()).boxed().toList()));
    return picture;
  }

  private LineChart picture(String title, String unit, boolean latency) {
    LineChart picture =
        new LineChart(title, "bytes of a message", unit).logarithmicX().logarithmicY();
    List<String> layers = cells.stream().map(LayerCell::layer).distinct().toList();
    for (String layer : layers) {
      List<LayerCell> line = cells.stream().filter(c -> c.layer().equals(layer)).toList();
      picture.line(
          layer,
          line.stream().map(LayerCell::bytes).toList(),
          line.stream().map(c -> latency ? c.micros().mean() : c.megabytesPerSecond()).toList());
    }
    return picture;
  }
}
