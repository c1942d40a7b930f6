package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.audit.Audit;
import org.g2cl.loadtest.audit.Collector;
import org.g2cl.loadtest.audit.Orders;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.load.Hit;
import org.g2cl.loadtest.load.Load;
import org.g2cl.loadtest.load.Shopper;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.report.Report;
import org.g2cl.loadtest.report.Timeline;

/** One demo: bed, warm-up, run with a kill and a join, audit, report. */
final class Demo {
  private final Terminal terminal;
  private final Tools tools;
  private final BedSettings settings;
  private final DemoOptions options;
  private final String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  private final String loadBefore = Machine.load();
  private final Map<String, Double> durations = new LinkedHashMap<>();
  private double lastMark;

  Demo(Terminal terminal, Tools tools, BedSettings settings, DemoOptions options) {
    this.terminal = terminal;
    this.tools = tools;
    this.settings = settings;
    this.options = options;
    this.lastMark = terminal.seconds();
  }

  Report run() throws InterruptedException {
    TestBed bed = new TestBed(settings, tools, terminal::say);
    try (InterruptGuard guard = InterruptGuard.of(terminal, bed::abort, () -> "")) {
      terminal.line("");
      sayWhatStarts();
      return run(bed, guard);
    }
  }

  private void sayWhatStarts() {
    terminal.say(
        "%d business nodes, %d web nodes, Apache httpd and a database, on %s; replication %s"
            .formatted(
                settings.businessNodes(),
                settings.webNodes(),
                options.bed.place.where,
                settings.replication() ? "on, backups " + settings.backups() : "off"));
  }

  private Report run(TestBed bed, InterruptGuard guard) throws InterruptedException {
    try (bed) {
      Outcome outcome = drive(bed);
      terminal.say("Stopping all nodes and the database");
      bed.close();
      mark("stop");
      return report(outcome);
    } catch (RuntimeException e) {
      guard.awaitEndIfInterrupted();
      throw e;
    }
  }

  private Outcome drive(TestBed bed) throws InterruptedException {
    bed.start();
    mark("start");
    Orders orders = new Orders(bed.database());
    long lastOrder = orders.lastOrder();
    Path reports = settings.directory().resolve("ab");
    Load load = Load.open(tools.ab(), reports, bed.url(), options.clients, bed::adopt);
    terminal.say(
        options.clients + " carts are open; warming up for " + options.warmUp + " s at most");
    Run run = new Run(terminal, bed, load, options);
    long each = run.warmUp(Duration.ofSeconds(options.warmUp));
    mark("warmUp");
    run.measure(each, settings.replication());
    mark("run");
    terminal.say("Auditing " + options.clients + " carts and the orders");
    Collector collector = new Collector();
    for (Shopper shopper : load.shoppers()) {
      collector.collect(shopper, run.goodAnswers(shopper.number()));
    }
    collector.refusals().stream().limit(5).forEach(terminal::say);
    Audit audit = collector.audit(orders.after(lastOrder));
    List<NodeStatus> statuses = bed.statuses();
    mark("audit");
    return new Outcome(run, audit, statuses, bed.database().toString());
  }

  private Report report(Outcome outcome) {
    Timeline timeline = new Timeline(outcome.run().hits());
    Report report =
        new ReportMaker(settings, options, outcome, timeline)
            .make(
                when,
                durations,
                Machine.description(loadBefore),
                Machine.versions(tools, outcome.database()));
    new DemoResults(settings.directory(), terminal).tell(report, timeline);
    return report;
  }

  private void mark(String part) {
    double now = terminal.seconds();
    durations.put(part, Math.round((now - lastMark) * 10) / 10.0);
    lastMark = now;
  }

  /**
   * What a demo leaves for its report.
   *
   * @param run the load
   * @param audit what carts and orders say
   * @param statuses nodes at the end
   * @param database the database in words
   */
  record Outcome(Run run, Audit audit, List<NodeStatus> statuses, String database) {
    List<Hit> hits() {
      return run.hits();
    }
  }
}
