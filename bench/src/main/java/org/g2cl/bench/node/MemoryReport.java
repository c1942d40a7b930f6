package org.g2cl.bench.node;

import java.util.List;
import java.util.function.ToLongFunction;
import org.g2cl.bench.report.PaperFigure;
import org.g2cl.bench.report.Report;
import org.g2cl.bench.report.Table;
import org.g2cl.bench.report.Target;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.LinearFit;

/** Report of the memory of sessions. */
final class MemoryReport {
  private static final int LEAST_TO_FIT = 4;
  private static final double COPY_BOUND = 512;

  private final MemorySettings settings;
  private final List<HeapPoint> points;
  private final Report report =
      new Report("memory", "How much heap does a session take at its owner and at its backup?");

  MemoryReport(MemorySettings settings, List<HeapPoint> points) {
    this.settings = settings;
    this.points = points;
  }

  Report finish() {
    report
        .setting("engine", settings.engine())
        .setting("nodes", settings.nodes())
        .setting("sessions before the first measurement", settings.before())
        .setting("measurements of each point", 1)
        .figures("points", points);
    table();
    fit("owner", HeapPoint::ownerBytes);
    if (settings.nodes() > 1) {
      fit("backup", HeapPoint::backupBytes);
      target();
    }
    picture();
    return report
        .paper(
            new PaperFigure(
                "study of Lua processes",
                "base + stack × workers + 0.37 kB × channels + 17.48 kB × processes; estimate over real between 0.807 and 0.963"))
        .paper(
            new PaperFigure(
                "WildFly 39.0.1, 2 owners",
                "3,122–3,238 bytes of live heap per cart and node for 1,338 bytes serialized"))
        .note(
            "Heap in use after repeated full collections, less that with the sessions before the first measurement. State is the bean's fields by Java serialization; what a copy keeps holds the container's frame and interceptors besides.");
  }

  private void table() {
    Table table =
        new Table(
            "sessions",
            "state, bytes",
            "owner, bytes/session",
            "backup, bytes/session",
            "backup over state");
    for (HeapPoint point : points) {
      double backup = point.backupBytes() / (double) point.sessions();
      table.row(
          point.sessions(),
          point.stateBytes(),
          point.ownerBytes() / (double) point.sessions(),
          backup,
          backup - point.stateBytes());
    }
    report.table("Heap of a session", table);
  }

  private void fit(String where, ToLongFunction<HeapPoint> heap) {
    int last = settings.counts().get(settings.counts().size() - 1);
    List<HeapPoint> fitted = points.stream().filter(p -> p.sessions() != last).toList();
    if (fitted.size() < LEAST_TO_FIT || settings.lines().size() < 2) {
      return;
    }
    double[][] x = fitted.stream().map(MemoryReport::factors).toArray(double[][]::new);
    LinearFit formula = LinearFit.of(x, fitted.stream().mapToDouble(heap::applyAsLong).toArray());
    report.figures(where + "Formula", formula);
    Table table = new Table("sessions", "state, bytes", "estimate over real");
    for (HeapPoint point : points) {
      if (point.sessions() == last) {
        double estimate = formula.at(factors(point));
        table.row(last, point.stateBytes(), estimate / heap.applyAsLong(point));
      }
    }
    report.table(
        "%s: heap = %s + %s × sessions + %s × bytes of state; fitted without %d sessions, checked by them"
            .formatted(
                where,
                Table.number(formula.base()),
                Table.number(formula.slopes().get(0)),
                Table.number(formula.slopes().get(1)),
                last),
        table);
  }

  private static double[] factors(HeapPoint point) {
    return new double[] {point.sessions(), (double) point.sessions() * point.stateBytes()};
  }

  /** By the largest number of sessions, where the base weighs least. */
  private void target() {
    int last = settings.counts().get(settings.counts().size() - 1);
    points.stream()
        .filter(point -> point.sessions() == last)
        .forEach(
            point -> {
              double over = point.backupBytes() / (double) last - point.stateBytes();
              report.target(
                  Target.atMost(
                      "heap of a copy over its state of %d bytes".formatted(point.stateBytes()),
                      COPY_BOUND,
                      over,
                      new Interval(over, over)));
            });
  }

  private void picture() {
    LineChart picture = new LineChart("Heap that sessions take", "sessions", "megabytes");
    for (int bytes : points.stream().map(HeapPoint::stateBytes).distinct().toList()) {
      List<HeapPoint> line = points.stream().filter(p -> p.stateBytes() == bytes).toList();
      List<Integer> sessions = line.stream().map(HeapPoint::sessions).toList();
      picture.line(
          "owner, " + bytes + " bytes",
          sessions,
          line.stream().map(p -> Math.max(0, p.ownerBytes() / 1e6)).toList());
      picture.line(
          "backup, " + bytes + " bytes",
          sessions,
          line.stream().map(p -> Math.max(0, p.backupBytes() / 1e6)).toList());
    }
    report.picture("heap", picture);
  }
}
