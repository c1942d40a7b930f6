package org.g2cl.loadtest.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.g2cl.loadtest.audit.Harm;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.load.AbResult;
import org.g2cl.loadtest.node.NodeStatus;
import org.g2cl.loadtest.report.Event;
import org.g2cl.loadtest.report.Report;
import org.g2cl.loadtest.report.Slice;
import org.g2cl.loadtest.report.Timeline;

/** Draws the figures of a demo together. */
final class ReportMaker {
  /** Name of the part of a run that is like one without replication, which has no kill. */
  static final String BEFORE_KILL = "before the kill";

  private final BedSettings settings;
  private final DemoOptions options;
  private final Demo.Outcome outcome;
  private final Timeline timeline;
  private final Run run;
  private final List<Event> events;

  ReportMaker(BedSettings settings, DemoOptions options, Demo.Outcome outcome, Timeline timeline) {
    this.settings = settings;
    this.options = options;
    this.outcome = outcome;
    this.timeline = timeline;
    this.run = outcome.run();
    this.events = run.events();
  }

  Report make(
      String when,
      Map<String, Double> durations,
      Map<String, String> machine,
      Map<String, String> versions) {
    Slice whole = timeline.whole();
    Harm harm = outcome.audit().harm();
    long failed = failed(run.counted());
    int kills = (int) events.stream().filter(e -> e.kind() == Event.Kind.KILL).count();
    List<String> doubts = doubts();
    Verdict verdict = new Verdict(harm, whole.requests(), failed, kills, doubts);
    return new Report(
        settings.businessNodes() + settings.webNodes() + 1,
        options.clients,
        whole.requests(),
        failed,
        harm.lostUpdates(),
        harm.duplicateUpdates(),
        harm.ordersMissing(),
        harm.ordersDuplicated(),
        kills,
        whole.p50Millis(),
        whole.p95Millis(),
        whole.p99Millis(),
        Math.round(whole.throughputPerSecond() * 10) / 10.0,
        Math.max(timeline.longestStallMillis(), (double) run.counted().longestMillis()),
        recovery(),
        verdict.sentence(),
        verdict.isHarmless(),
        doubts,
        settings.replication(),
        settings.backups(),
        settings.businessNodes(),
        settings.webNodes(),
        harm.ordersUnexpected(),
        harm.cartsLost(),
        outcome.audit().acknowledgedWrites(),
        outcome.audit().acknowledgedCheckouts(),
        outcome.statuses().stream().mapToLong(NodeStatus::takeOvers).sum(),
        outcome.statuses().stream().mapToLong(NodeStatus::replays).sum(),
        when,
        durations,
        phases(),
        marks(),
        machine,
        versions);
  }

  /** ab's count and the log's statuses overlap in part; the greater of both is told. */
  private long failed(AbResult counted) {
    long byLog = run.hits().stream().filter(hit -> !hit.isOk()).count();
    long unanswered = Math.max(0, run.planned() - counted.complete());
    return Math.max(counted.failed() + counted.refused(), byLog) + unanswered;
  }

  private List<String> doubts() {
    return new Doubts(
            new Doubts.Part(run.warmUpCounted(), run.warmUpHits()),
            new Doubts.Part(run.counted(), run.hits()),
            options.clients,
            outcome.audit(),
            settings.replication(),
            events)
        .all();
  }

  private Long recovery() {
    OptionalLong millis =
        time(Event.Kind.KILL).map(timeline::recoveryMillis).orElse(OptionalLong.empty());
    return millis.isPresent() ? (Long) millis.getAsLong() : null;
  }

  private Map<String, Slice> phases() {
    Map<String, Slice> phases = new LinkedHashMap<>();
    long end = timeline.end() + 1;
    long kill = time(Event.Kind.KILL).orElse(end);
    if (kill == end) {
      phases.put("whole run", timeline.whole());
      return phases;
    }
    long join = Math.min(time(Event.Kind.JOIN).orElse(end), end);
    phases.put(BEFORE_KILL, timeline.slice(timeline.start(), kill));
    phases.put("after the kill", timeline.slice(kill, join));
    if (join < end) {
      phases.put("after the join", timeline.slice(join, end));
    }
    return phases;
  }

  private Optional<Long> time(Event.Kind kind) {
    return events.stream().filter(e -> e.kind() == kind).map(Event::micros).findFirst();
  }

  private List<Report.Mark> marks() {
    return events.stream()
        .map(event -> new Report.Mark(timeline.seconds(event.micros()), event.label()))
        .toList();
  }
}
