package org.g2cl.bench.delivery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Summary;

/** Report of a delivery measurement, with the papers' figures beside ours. */
final class DeliveryReport {
  private static final String EVALUATION =
      "Sales et al., An Evaluation of the Performance Impact of Generic APIs; JGroups 2.6.2, jGCS"
          + " 0.6.1, 4 PCs, 100 Mbit/s";
  private static final String WSCAD =
      "Sales et al., WSCAD-SSC 2008; JGroups 2.6, jGCS 0.6.1, 4 PCs, 100 Mbit/s";
  private static final Map<Layer, Double> BOUNDS = Map.of(Layer.JGCS, 0.97, Layer.G2CL, 0.95);

  private final DeliverySettings settings;
  private final Report report =
      new Report("delivery", "How many messages a second does each layer deliver?");
  private final List<Cell> cells = new ArrayList<>();

  DeliveryReport(DeliverySettings settings) {
    this.settings = settings;
  }

  void add(List<Cell> more) {
    cells.addAll(more);
  }

  Report finish() {
    report
        .setting("members", settings.members())
        .setting("messages of each member a round", settings.messages())
        .setting("rounds, at least", settings.rounds())
        .setting("duration of a transport", settings.duration().toString())
        .setting("warm-up rounds at each start, at most", settings.warmups())
        .setting("starts", settings.starts())
        .setting("stack", "the binding's, with " + settings.transportSettings())
        .setting("engines' settings", settings.engineSettings().toString())
        .setting("seed", settings.seed())
        .figures("cells", cells);
    for (String transport : settings.transports()) {
      show(transport);
    }
    papers();
    notes();
    return report;
  }

  private void show(String transport) {
    Table table =
        new Table(
            "system",
            "bytes",
            "delivered/s, mean",
            "95 %",
            "median",
            "outliers",
            "CPU µs/message",
            "ratio",
            "95 %",
            "CPU ratio",
            "95 %",
            "paper's ratio",
            "same order");
    List<Cell> own = cells.stream().filter(cell -> cell.transport().equals(transport)).toList();
    for (Cell cell : own) {
      row(table, cell);
      target(cell);
    }
    report.table(
        "Messages delivered per second and member, %s, total order; ratio to the engine alone, or else to %s"
            .formatted(transport, settings.subjects().get(0).label()),
        table);
    report.picture(transport, captioned(rates(transport, own)));
    report.picture(transport + "-ratio", captioned(ratios(transport, own)));
  }

  private static void row(Table table, Cell cell) {
    Summary delivered = cell.delivered();
    Ratio ratio = cell.ratio();
    table.row(
        Subject.of(cell.subject()).label(),
        cell.bytes(),
        delivered.mean(),
        Table.interval(delivered.low95(), delivered.high95()),
        delivered.median(),
        delivered.outliers(),
        cell.cpuMicros().mean(),
        ratio.ratio(),
        Table.interval(ratio.low95(), ratio.high95()),
        cell.cpuRatio().ratio(),
        Table.interval(cell.cpuRatio().low95(), cell.cpuRatio().high95()),
        paperRatio(cell),
        cell.sameOrder() ? "yes" : "NO");
  }

  /** The papers measured jGCS on both engines; G2CL's delivery rate they left for later. */
  private static String paperRatio(Cell cell) {
    if (cell.subject().equals(new Subject(Layer.JGCS, Subject.SPREAD).id())) {
      return "0.9 – 0.95";
    }
    if (!cell.subject().equals(new Subject(Layer.JGCS, Subject.JGROUPS).id())) {
      return "";
    }
    if (cell.bytes() > 100) {
      return "above 0.7";
    }
    return cell.transport().equals("udp") && cell.bytes() == 100 ? "about 0.6" : "0.8 – 0.9";
  }

  private void target(Cell cell) {
    Subject subject = Subject.of(cell.subject());
    Subject alone = new Subject(Layer.ALONE, Subject.JGROUPS);
    if (cell.transport().equals("tcp")
        && subject.reference(settings.subjects()).equals(alone)
        && subject.engine().equals(Subject.JGROUPS)
        && BOUNDS.containsKey(subject.layer())) {
      report.target(
          Target.atLeast(
              "%s over %s, TCP, %d bytes".formatted(subject.label(), alone.label(), cell.bytes()),
              BOUNDS.get(subject.layer()),
              cell.ratio()));
    }
  }

  /** Title of an axis, by whether any point has an interval. */
  static String axis(String quantity, Stream<Double> lengths) {
    return quantity
        + (lengths.anyMatch(length -> length > 0)
            ? " and 95 % confidence"
            : " (too few rounds for an interval)");
  }

  private LineChart captioned(LineChart picture) {
    return settings.packs() ? picture.caption("jGCS and G2CL pack small messages") : picture;
  }

  private LineChart rates(String transport, List<Cell> own) {
    LineChart picture =
        new LineChart(
                "Messages delivered per second and member, " + transport + ", total order",
                "bytes of a message",
                axis("messages/s, mean", own.stream().map(c -> reach(c.delivered()))))
            .logarithmicX();
    for (Subject subject : settings.subjects()) {
      List<Cell> line = own.stream().filter(c -> c.subject().equals(subject.id())).toList();
      picture.line(
          subject.label(),
          line.stream().map(Cell::bytes).toList(),
          line.stream().map(c -> c.delivered().mean()).toList(),
          line.stream().map(c -> reach(c.delivered())).toList());
    }
    return picture;
  }

  /** Half the length of the interval; none where it says nothing, as in the table. */
  private static double reach(Summary delivered) {
    return delivered.low95() <= 0 ? 0 : delivered.high95() - delivered.mean();
  }

  private LineChart ratios(String transport, List<Cell> own) {
    LineChart picture =
        new LineChart(
                "Delivery rate against the engine alone, " + transport,
                "bytes of a message",
                axis("ratio", own.stream().map(c -> c.ratio().high95() - c.ratio().low95())))
            .logarithmicX();
    for (Subject subject : settings.subjects()) {
      List<Cell> line = own.stream().filter(c -> c.subject().equals(subject.id())).toList();
      picture.line(
          subject.label(),
          line.stream().map(Cell::bytes).toList(),
          line.stream().map(c -> c.ratio().ratio()).toList(),
          line.stream().map(c -> c.ratio().high95() - c.ratio().ratio()).toList());
    }
    return picture;
  }

  private void papers() {
    report
        .paper(
            new PaperFigure(
                EVALUATION,
                "jGCS delivers 10–20 % less than JGroups alone up to 100 bytes (UDP, 100 bytes:"
                    + " about 40 % less), less than 30 % less from 1,000 bytes on"))
        .paper(
            new PaperFigure(
                EVALUATION,
                "jGCS costs 5–10 % on Spread; on it, jGCS delivers 3 to 4 times what JGroups alone"
                    + " does up to 100 bytes"))
        .paper(
            new PaperFigure(
                WSCAD,
                "up to 100 bytes jGCS is about 2.3 times (UDP) and 2.9 times (TCP) slower than"
                    + " JGroups alone; at 10,000 bytes hardly any difference"));
  }

  private void notes() {
    report
        .note(
            "All systems get the same stack file, JGroups alone too: with the binding's transport,"
                + " which reads sockets without a lock, and its bundler. Messages carry no flags but"
                + " those that a layer sets itself. Each member sends 256 arrays in turn, whose first"
                + " byte is the number of the message, so that making messages costs the application"
                + " nothing.")
        .note(
            "jGCS and G2CL on JGroups send small messages that would queue together, as the binding"
                + " is shipped; JGroups alone sends each by itself. --engine-setting"
                + " jgroups.packing=false lets the layers do so, too.")
        .note(
            "Systems take turns in an order drawn anew, then in its reverse: the two rounds of each"
                + " are a block. A ratio is the centre, by Hodges and Lehmann, of the starts, each"
                + " of which counts by the centre of its blocks (of all blocks, with less than three"
                + " starts); its interval is Wilcoxon's. Nothing is left out. So a ratio need not be"
                + " the quotient of the means beside it, which slow rounds move.")
        .note(
            "JGroups 4.2 has workers of its own and its binding's TCP stack in every row; Spread's"
                + " members use the daemons in turn. The 'legacy' engine cannot be called but"
                + " through jGCS.")
        .note(
            "A member is measured from the common start to its last delivery. All members share"
                + " this machine and its loopback: absolute figures do not compare with the papers'"
                + " machines, ratios do.")
        .note(
            "The papers switched bundling and fragmentation off; --transport-setting"
                + " bundler_type=no-bundler does the former for JGroups, messages here are below the size of"
                + " fragments.");
  }
}
