package org.g2cl.loadtest.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.g2cl.loadtest.experiment.BedProcesses;
import org.g2cl.loadtest.report.LineChart;
import org.g2cl.loadtest.report.Page;

/** Page that a reader of the paper recognises. */
final class PaperPage {
  private final PaperReport report;
  private final LineChart figure;

  PaperPage(PaperReport report, LineChart figure) {
    this.report = report;
    this.figure = figure;
  }

  String html() {
    Page page =
        new Page("Response time of a replicated shopping cart, after figure 1 of the paper");
    page.text(
        "Section 4.3 of Sales, Teófilo, Mendonça: G2CL: A Generic Group Communication Layer for Clustered Applications, DAIS 2010, repeated with "
            + report.runs()
            + " runs. "
            + report.when());
    verdict(page);
    whatBroke(page);
    page.section("Response time by number of clients");
    page.picture(figure, "Mean over the runs with its 95 % confidence interval.");
    page.section("The paper's figure beside ours");
    page.text(
        "Response time over that of JGroups directly. The paper's values are those that its text states, against the original CMI on JGroups 2.6; ours are paired by round, with 95 % confidence intervals.");
    beside(page);
    page.section("What it means");
    page.list(meaning());
    Likeness likeness = new Likeness(report.settings(), report.points());
    page.section("What is the same");
    page.list(likeness.same());
    page.section("What differs");
    page.list(likeness.different());
    page.section("All figures");
    points(page);
    page.section("Processor time and memory");
    cpu(page);
    limit(page);
    page.section("How it was measured");
    page.table(report.settings());
    page.table(report.machine());
    page.table(report.versions());
    return page.html();
  }

  private void verdict(Page page) {
    List<Target> targets = report.targets();
    if (targets.isEmpty()) {
      return;
    }
    boolean missed = targets.stream().anyMatch(t -> t.verdict().equals("missed"));
    boolean met = targets.stream().allMatch(t -> t.verdict().equals("met"));
    String outcome = met ? "met" : missed ? "missed" : "open, the intervals are too wide to tell";
    page.verdict(
        "Ours on JGroups over JGroups directly, at most 1.03 wanted at every number of clients: "
            + outcome
            + (report.failed() == 0
                ? "; no request failed"
                : "; " + report.failed() + " requests failed")
            + (report.broken().isEmpty() ? "." : "; " + report.whatBroke() + "."),
        isGood(met, missed));
    page.list(targets.stream().map(Target::sentence).toList());
  }

  private Boolean isGood(boolean met, boolean missed) {
    if (missed) {
      return Boolean.FALSE;
    }
    boolean good = met && report.harmless();
    return good ? Boolean.TRUE : null;
  }

  private void whatBroke(Page page) {
    if (report.broken().isEmpty()) {
      return;
    }
    page.section("Runs that broke");
    page.text(
        report.whatBroke()
            + ". All systems were started anew then and the run was made again, so the figures below are without these, and so is the number of requests that failed.");
    page.list(report.broken().stream().map(Broken::sentence).toList());
  }

  private void beside(Page page) {
    List<Contender> systems =
        present().stream().filter(s -> s != Contender.DIRECT && s != Contender.NONE).toList();
    List<String> head = new ArrayList<>(List.of("#clients"));
    for (Contender system : systems) {
      head.add("#paper: " + (system == Contender.LEGACY ? "G2CL on Appia" : named(system)));
      head.add("#ours: " + system.label());
    }
    List<List<String>> rows = new ArrayList<>();
    for (int clients : clients()) {
      List<String> row = new ArrayList<>(List.of("" + clients));
      for (Contender system : systems) {
        row.add(PaperFigure.of(system, clients));
        row.add(point(system, clients).map(PaperFigure::ours).orElse("–"));
      }
      rows.add(row);
    }
    page.table(head, rows);
  }

  private static String named(Contender system) {
    return system == Contender.JGROUPS ? "G2CL on JGroups 2.6" : system.label();
  }

  private List<String> meaning() {
    List<String> sentences = new ArrayList<>();
    range(Contender.JGROUPS, Point::ratioToDirect)
        .ifPresent(
            r ->
                sentences.add(
                    "The generic layers, with exactly-once calls and fencing, take "
                        + r
                        + " of the response time of the same thing written on JGroups directly. In the paper G2CL took 1.27 of it at 50 clients and under 1.05 from 70 on."));
    range(Contender.JGROUPS4, Point::ratioToDirect)
        .ifPresent(
            r -> sentences.add("On JGroups 4.2, the engine for Java 8 servers, it is " + r + "."));
    range(Contender.SPREAD, Point::ratioToDirect)
        .ifPresent(r -> sentences.add("On Spread it is " + r + "; in the paper up to 1.42."));
    range(Contender.LEGACY, Point::ratioToDirect)
        .ifPresent(
            r ->
                sentences.add(
                    "On the jGCS 0.6 plug-in it is "
                        + r
                        + "; in the paper, on Appia, about 1.25."));
    range(Contender.NONE, Point::ratioToDirect)
        .ifPresent(
            r ->
                sentences.add(
                    "Without any replication the shop takes "
                        + r
                        + " of it: what is left to 1 is the price of a synchronous backup, whoever writes it."));
    return sentences;
  }

  private Optional<String> range(Contender system, ToDoubleFunction<Point> figure) {
    double[] values =
        report.points().stream()
            .filter(p -> p.system().equals(system.word()) && p.ratioToDirect() != null)
            .mapToDouble(figure)
            .sorted()
            .toArray();
    return values.length == 0
        ? Optional.empty()
        : Optional.of(
            String.format(Locale.ROOT, "%.2f to %.2f", values[0], values[values.length - 1]));
  }

  private void points(Page page) {
    page.table(
        List.of(
            "system",
            "#clients",
            "#runs",
            "#outliers",
            "#mean ms",
            "#95 % interval",
            "#median",
            "#95 %",
            "#99 %",
            "#requests/s",
            "#failed",
            "#over JGroups directly"),
        report.points().stream()
            .map(
                p ->
                    List.of(
                        p.system(),
                        "" + p.clients(),
                        "" + p.runs(),
                        "" + p.outliers(),
                        PaperReport.decimal(p.mean()),
                        PaperReport.decimal(p.ciLow()) + " – " + PaperReport.decimal(p.ciHigh()),
                        PaperReport.decimal(p.median()),
                        PaperReport.decimal(p.p95()),
                        PaperReport.decimal(p.p99()),
                        String.format(Locale.ROOT, "%,.0f", p.throughput()),
                        "" + p.failed(),
                        PaperFigure.ours(p)))
            .toList());
  }

  private void cpu(Page page) {
    page.text(
        "Milliseconds of processor time for each request, by tier; of all else on this machine, clients among it (others); and in which its processors had nothing to do (idle). Behind it the resident memory of all business nodes together.");
    page.table(
        List.of(
            "system",
            "#clients",
            "#business",
            "#web",
            "#httpd",
            "#database",
            "#others",
            "#idle",
            "#memory MB"),
        report.points().stream()
            .map(
                p ->
                    List.of(
                        p.system(),
                        "" + p.clients(),
                        PaperReport.decimal(p.cpuMillis().get("business")),
                        PaperReport.decimal(p.cpuMillis().get("web")),
                        PaperReport.decimal(p.cpuMillis().get("httpd")),
                        PaperReport.decimal(p.cpuMillis().get("database")),
                        PaperReport.decimal(p.cpuMillis().get(BedProcesses.OTHERS)),
                        PaperReport.decimal(p.cpuMillis().get(BedProcesses.IDLE)),
                        String.format(Locale.ROOT, "%,.0f", p.memory())))
            .toList());
  }

  /** What a machine can answer at most, and what of that is our doing. */
  private void limit(Page page) {
    List<Target> shares = report.shares();
    if (shares.isEmpty()) {
      return;
    }
    page.text(
        "Where idle is near 0 the processors are the limit of requests per second. What ours takes of a request's processor time is what it takes more than the shop without replication, of all of it, paired by round.");
    page.list(shares.stream().map(Target::sentence).toList());
  }

  private List<Contender> present() {
    return Arrays.stream(Contender.values())
        .filter(s -> report.points().stream().anyMatch(p -> p.system().equals(s.word())))
        .toList();
  }

  private List<Integer> clients() {
    return report.points().stream().map(Point::clients).distinct().sorted().toList();
  }

  private Optional<Point> point(Contender system, int clients) {
    return report.points().stream()
        .filter(p -> p.system().equals(system.word()) && p.clients() == clients)
        .findFirst();
  }
}
