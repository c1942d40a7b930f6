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
import org.g2cl.loadtest.statistics.Groups;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;

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
    Groups means = byStart(own, Measurement::mean);
    Sample mean = ofStarts(means);
    Sample throughput = ofStarts(byStart(own, Measurement::throughput));
    Optional<Paired> paired = toDirect(system, clients);
    Optional<Ratio> ratio = paired.map(Paired::ratio);
    return new Point(
        system.word(),
        clients,
        own.size(),
        means.size(),
        means.outliers(),
        mean.mean(),
        mean.confidence95().low(),
        mean.confidence95().high(),
        mean(own, Measurement::median),
        mean(own, Measurement::p95),
        mean(own, Measurement::p99),
        throughput.mean(),
        throughput.confidence95().low(),
        throughput.confidence95().high(),
        own.stream().mapToLong(run -> run.figures().failed()).sum(),
        mean(own, Measurement::memory),
        cpu(own),
        ratio.map(Ratio::ratio).orElse(null),
        ratio.map(Ratio::low95).orElse(null),
        ratio.map(Ratio::high95).orElse(null),
        ratio.map(r -> r.rounds() - r.outliers()).orElse(null),
        ratio.map(Ratio::outliers).orElse(null),
        paired.map(Paired::starts).orElse(null));
  }

  private static Map<String, Double> cpu(List<Run> own) {
    Map<String, Double> tiers = new LinkedHashMap<>();
    tiers.put("business", mean(own, Measurement::businessCpu));
    tiers.put("web", mean(own, Measurement::webCpu));
    tiers.put("httpd", mean(own, Measurement::httpdCpu));
    tiers.put("database", mean(own, Measurement::databaseCpu));
    tiers.put(BedProcesses.OTHERS, mean(own, Measurement::othersCpu));
    tiers.put(BedProcesses.IDLE, mean(own, Measurement::idleCpu));
    return tiers;
  }

  private static double mean(List<Run> runs, ToDoubleFunction<Measurement> figure) {
    return byStart(runs, figure).kept().mean();
  }

  private static Groups byStart(List<Run> runs, ToDoubleFunction<Measurement> figure) {
    Map<Integer, List<Double>> values =
        runs.stream()
            .collect(
                Collectors.groupingBy(
                    Run::start,
                    TreeMap::new,
                    Collectors.mapping(
                        run -> figure.applyAsDouble(run.figures()), Collectors.toList())));
    return Groups.of(values.values().stream().map(Sample::of).toList());
  }

  /**
   * Values of a mean and its interval: the starts' means where there are enough of them, since runs
   * of one start resemble each other more than an interval of single runs admits.
   */
  private static Sample ofStarts(Groups starts) {
    return starts.size() < LEAST_STARTS ? starts.kept() : starts.means();
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
    List<Sample> ofStarts = byStart.values().stream().map(Sample::of).toList();
    return Optional.of(new Paired(ratio(ofStarts), ofStarts.size()));
  }

  /** Of enough starts each gives one value, which nothing takes away. */
  private static Ratio ratio(List<Sample> ofStarts) {
    return Ratio.ofGroups(
        ofStarts.size() < LEAST_STARTS
            ? ofStarts
            : ofStarts.stream().map(start -> Sample.of(start.median())).toList());
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
