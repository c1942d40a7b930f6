package org.g2cl.loadtest.failover;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.g2cl.loadtest.statistics.Sample;
import org.g2cl.loadtest.statistics.Summary;

/**
 * Figures of one kind of disturbance, as they stand in {@code summary.json}. Times are
 * milliseconds; null for what was never seen. No outlier is removed: a slow one is what is looked
 * for.
 *
 * @param kind its name
 * @param times how often it was made
 * @param unnoticed how often the others kept the node in their view; 0 of rolling restarts
 * @param detection until all other nodes had a view without the node
 * @param redundancy until those nodes missed no copy
 * @param whole from its end until all nodes were together and missed no copy
 * @param recovery until a second held 90 % of the throughput before
 * @param rollMillis length of the whole roll; null but of rolling restarts, of which redundancy and
 *     whole are those of the node that took longest
 * @param longestStall longest wait of any client, a value for each time
 * @param stallMedian longest wait of a client: half of all clients of all times waited less
 * @param stall95 95 % waited less
 * @param stall99 99 % waited less
 * @param stallGreatest the longest of all
 * @param clients clients that the distribution is of, all times together
 * @param requests requests of all runs
 * @param failed of these, failed, and clients that were not answered any more
 * @param lost acknowledged writes and orders lost; what a later time finds again stays counted
 * @param doubled writes and orders doubled, counted alike
 * @param harmed times after which anything had failed, or was lost or doubled or found again
 */
public record KindSummary(
    String kind,
    int times,
    int unnoticed,
    Summary detection,
    Summary redundancy,
    Summary whole,
    Summary recovery,
    Summary rollMillis,
    Summary longestStall,
    double stallMedian,
    double stall95,
    double stall99,
    double stallGreatest,
    int clients,
    long requests,
    long failed,
    long lost,
    long doubled,
    int harmed) {

  static KindSummary of(Disturbance kind, List<Outcome> outcomes) {
    Sample stalls = Sample.of(outcomes.stream().flatMap(o -> o.stalls().stream()).toList());
    return new KindSummary(
        kind.word(),
        outcomes.size(),
        unnoticed(kind, outcomes),
        summary(outcomes, Outcome::detection),
        summary(outcomes, Outcome::redundancy),
        summary(outcomes, Outcome::whole),
        summary(outcomes, Outcome::recovery),
        summary(outcomes, Outcome::roll),
        summary(outcomes, KindSummary::longest),
        stalls.median(),
        stalls.quantile(0.95),
        stalls.quantile(0.99),
        stalls.greatest(),
        stalls.size(),
        outcomes.stream().mapToLong(Outcome::requests).sum(),
        outcomes.stream().mapToLong(Outcome::failed).sum(),
        outcomes.stream().mapToLong(Outcome::lost).filter(lost -> lost > 0).sum(),
        outcomes.stream().mapToLong(Outcome::doubled).filter(doubled -> doubled > 0).sum(),
        (int) outcomes.stream().filter(Outcome::isHarmful).count());
  }

  Disturbance disturbance() {
    return Outcome.kind(kind);
  }

  /** In a rolling restart there is no one node to be noticed. */
  private static int unnoticed(Disturbance kind, List<Outcome> outcomes) {
    return kind == Disturbance.ROLLING
        ? 0
        : (int) outcomes.stream().filter(o -> o.detection() < 0).count();
  }

  private static double longest(Outcome outcome) {
    return outcome.stalls().stream().mapToDouble(Double::doubleValue).max().orElse(Outcome.NONE);
  }

  private static Summary summary(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
    double[] seen = outcomes.stream().mapToDouble(figure).filter(v -> v >= 0).toArray();
    return seen.length == 0 ? null : Sample.of(seen).summaryOfAll();
  }
}
