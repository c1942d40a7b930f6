package org.g2cl.bench.wire;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Interval;

/** Report of the bytes on the wire, with the papers' beside ours. */
final class OverheadReport {
  static final String ENGINE = "JGroups alone";
  static final String JGCS = "jGCS";
  static final String G2CL = "G2CL";
  static final String DISPATCHER = "G2CL request";
  static final String JGROUPS_DISPATCHER = "JGroups request";

  private static final String EVALUATION =
      "Sales et al., An Evaluation of the Performance Impact of Generic APIs, Table 1";
  private static final String WSCAD = "Sales et al., WSCAD-SSC 2008";
  private static final double JGCS_BOUND = 4;
  private static final double G2CL_BOUND = 16;

  /** Bytes transmitted by JGroups and jGCS, and by Hedera over TCP, in the study of 2008. */
  private static final Map<Integer, List<Integer>> PAPER =
      Map.of(
          1, List.of(10, 1_101),
          10, List.of(19, 1_110),
          100, List.of(109, 1_200),
          1_000, List.of(1_009, 2_100),
          10_000, List.of(10_009, 11_100));

  private final List<Integer> sizes;
  private final Map<String, Map<String, Map<Integer, Double>>> bytes = new LinkedHashMap<>();
  private final Report report =
      new Report("overhead", "How many bytes does each layer add to a message on the wire?");

  OverheadReport(List<Integer> sizes, int messages, int rounds) {
    this.sizes = sizes;
    report
        .setting("messages a round", messages)
        .setting("rounds", rounds)
        .setting("stack", "the binding's tcp.xml, bundler no-bundler, transport that counts");
  }

  void add(String way, String layer, Map<Integer, Double> perMessage) {
    bytes.computeIfAbsent(way, w -> new LinkedHashMap<>()).put(layer, perMessage);
  }

  Report finish() {
    report.figures("bytesPerMessage", bytes);
    bytes.forEach(this::show);
    targets();
    report
        .paper(
            new PaperFigure(
                EVALUATION,
                "jGCS added no byte to JGroups' messages; Hedera 877 on JGroups, 1,146 on Spread"))
        .paper(
            new PaperFigure(
                WSCAD,
                "a message of 1 byte was 10 on the wire with JGroups and jGCS, 1,095 (UDP) and 1,101 (TCP) with Hedera"))
        .note(
            "Counted where JGroups' TCP transport writes to its sockets, its length prefix of 4 bytes included; TCP and IP headers are not. Median of the rounds; a fraction comes from heartbeats.")
        .note(
            "Headers count messages, and write the count in as few bytes as it needs: one more from the 256th message on, and from the 65,536th. Sizes take turns round by round after 256 messages, so all have counts of one length.")
        .note(
            "Without bundling and packing each message is a frame of its own and pays for cluster name, sender and all headers; bundled messages share these, and those in a pack have two bytes each and share a message. A request's figure is the request alone, not its answer.");
    return report;
  }

  private void show(String way, Map<String, Map<Integer, Double>> byLayer) {
    Table table =
        new Table("layer", "message", "on the wire", "over the engine", "paper: on the wire");
    LineChart picture =
        new LineChart("Bytes added to the engine's, " + way, "bytes of a message", "bytes")
            .logarithmicX();
    for (String layer : byLayer.keySet()) {
      Map<Integer, Double> own = byLayer.get(layer);
      for (int size : sizes) {
        table.row(
            layer,
            size,
            own.get(size),
            own.get(size) - byLayer.get(ENGINE).get(size),
            paper(layer, size));
      }
      picture.line(
          layer, sizes, sizes.stream().map(s -> own.get(s) - byLayer.get(ENGINE).get(s)).toList());
    }
    report.table("Bytes on the wire, " + way, table);
    report.picture(way.replace(' ', '-'), picture);
  }

  /** The papers measured JGroups, jGCS on it and Hedera, G2CL's forerunner; no requests. */
  private static String paper(String layer, int size) {
    List<Integer> figures = PAPER.get(size);
    if (figures == null) {
      return "";
    }
    return switch (layer) {
      case ENGINE, JGCS -> Table.number(figures.get(0));
      case G2CL -> Table.number(figures.get(1)) + " (Hedera)";
      default -> "";
    };
  }

  private void targets() {
    bytes.forEach(
        (way, byLayer) -> {
          target(way, byLayer, JGCS, JGCS_BOUND);
          target(way, byLayer, G2CL, G2CL_BOUND);
        });
  }

  private void target(
      String way, Map<String, Map<Integer, Double>> byLayer, String layer, double bound) {
    double most =
        sizes.stream()
            .mapToDouble(s -> byLayer.get(layer).get(s) - byLayer.get(ENGINE).get(s))
            .max()
            .orElseThrow();
    report.target(
        Target.atMost(
            "bytes that %s adds at most, %s".formatted(layer, way),
            bound,
            most,
            new Interval(most, most)));
  }
}
