package org.g2cl.loadtest.paper;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.g2cl.loadtest.experiment.BedProcesses;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/** Draws the runs together. */
final class Points {
  /**
   * Starts of which each gives one value; of fewer nothing can be said that others would bear out.
   */
  static final int LEAST_STARTS = 3;

  private final List<Run> runs;

  Points(List<Run> runs) {
    this.runs = List.copyOf(runs);
  }

  /** Points of all systems, in the systems' order and by clients. */
  List<Point> all() {
    List<Point> points = new ArrayList<>();
    for (Contender system : Contender.values()) {
      runs.stream()
          .filter(run -> run.step().system() == system)
          .map(run -> run.step().clients())
          .distinct()
          .sorted()
          .forEach(clients -> points.add(point(system, clients)));
    }
    return points;
  }

  private Point point(Contender system, int clients) {
    List<Run> own = of(system, clients);
    Summary mean = ofStarts(own, Measurement::mean);
    Summary throughput = ofStarts(own, Measurement::throughput);
    Optional<Paired> paired = toDirect(system, clients);
    Optional<Ratio> ratio = paired.map(Paired::ratio);
    return new Point(
        system.word(),
        clients,
        own.size(),
        starts(own),
        summary(own, Measurement::mean).outliers(),
        mean.mean(),
        mean.low95(),
        mean.high95(),
        summary(own, Measurement::median).mean(),
        summary(own, Measurement::p95).mean(),
        summary(own, Measurement::p99).mean(),
        throughput.mean(),
        throughput.low95(),
        throughput.high95(),
        own.stream().mapToLong(run -> run.figures().failed()).sum(),
        summary(own, Measurement::memory).mean(),
        cpu(own),
        ratio.map(Ratio::ratio).orElse(null),
        ratio.map(Ratio::low95).orElse(null),
        ratio.map(Ratio::high95).orElse(null),
        ratio.map(Ratio::rounds).orElse(null),
        paired.map(Paired::starts).orElse(null));
  }

  private static Map<String, Double> cpu(List<Run> own) {
    Map<String, Double> tiers = new LinkedHashMap<>();
    tiers.put("business", summary(own, Measurement::businessCpu).mean());
    tiers.put("web", summary(own, Measurement::webCpu).mean());
    tiers.put("httpd", summary(own, Measurement::httpdCpu).mean());
    tiers.put("database", summary(own, Measurement::databaseCpu).mean());
    tiers.put(BedProcesses.OTHERS, summary(own, Measurement::othersCpu).mean());
    tiers.put(BedProcesses.IDLE, summary(own, Measurement::idleCpu).mean());
    return tiers;
  }

  private static Summary summary(List<Run> runs, ToDoubleFunction<Measurement> figure) {
    return Sample.of(
            runs.stream().mapToDouble(run -> figure.applyAsDouble(run.figures())).toArray())
        .summary();
  }

  private static int starts(List<Run> runs) {
    return (int) runs.stream().map(Run::start).distinct().count();
  }

  /**
   * Mean and interval: of the starts' means where there are enough of them, since runs of one start
   * resemble each other more than an interval of single runs admits.
   */
  private static Summary ofStarts(List<Run> runs, ToDoubleFunction<Measurement> figure) {
    if (starts(runs) < LEAST_STARTS) {
      return summary(runs, figure);
    }
    Map<Integer, List<Run>> byStart =
        runs.stream().collect(Collectors.groupingBy(Run::start, TreeMap::new, Collectors.toList()));
    return Sample.of(byStart.values().stream().map(own -> summary(own, figure).mean()).toList())
        .summary();
  }

  /**
   * Ratio of mean response times, paired by round; a round in whose middle the systems were started
   * anew has no pair, since starts differ from each other. Runs of one start resemble each other
   * more than an interval of single runs admits; so with three starts or more each gives one value,
   * the median of its rounds.
   */
  private Optional<Paired> toDirect(Contender system, int clients) {
    return paired(system, Contender.DIRECT, clients, Measurement::mean);
  }

  /** Ratio of the processor time of a request to that without replication, paired as well. */
  Optional<Paired> busyToNone(Contender system, int clients) {
    return paired(system, Contender.NONE, clients, Measurement::busy);
  }

  /** A ratio, and the number of starts that it is of. */
  record Paired(Ratio ratio, int starts) {}

  private Optional<Paired> paired(
      Contender system, Contender base, int clients, ToDoubleFunction<Measurement> figure) {
    Map<Integer, Run> others = byRound(of(base, clients));
    Map<Integer, List<Double>> byStart = new TreeMap<>();
    for (Run run : of(system, clients)) {
      Run other = others.get(run.step().round());
      if (other != null && other.start() == run.start()) {
        byStart
            .computeIfAbsent(run.start(), start -> new ArrayList<>())
            .add(figure.applyAsDouble(run.figures()) / figure.applyAsDouble(other.figures()));
      }
    }
    if (byStart.isEmpty()) {
      return Optional.empty();
    }
    List<Double> values =
        byStart.size() >= LEAST_STARTS
            ? byStart.values().stream().map(ratios -> Sample.of(ratios).median()).toList()
            : byStart.values().stream().flatMap(List::stream).toList();
    double[] ones = new double[values.size()];
    java.util.Arrays.fill(ones, 1);
    return Optional.of(
        new Paired(Ratio.paired(Sample.of(values), Sample.of(ones)), byStart.size()));
  }

  private static Map<Integer, Run> byRound(List<Run> runs) {
    return runs.stream()
        .collect(Collectors.toMap(run -> run.step().round(), run -> run, (first, again) -> again));
  }

  private List<Run> of(Contender system, int clients) {
    return runs.stream()
        .filter(run -> run.step().system() == system && run.step().clients() == clients)
        .toList();
  }
}
