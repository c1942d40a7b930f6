package org.g2cl.bench.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.g2cl.bench.report.Turns;
import org.g2cl.bench.worker.BenchException;

/** Rounds of one system with one size. */
final class Rates {
  private final Turns delivered = new Turns();
  private final Turns cpuMicros = new Turns();

  /** The rounds that follow are of another start. */
  void newStart() {
    delivered.newStart();
    cpuMicros.newStart();
  }

  /**
   * Takes what the members say of a round.
   *
   * @throws BenchException when their orders differ
   */
  void add(List<JsonNode> results, long expected, int sent) {
    if (results.stream().map(r -> r.get("order").asLong()).distinct().count() > 1) {
      throw new BenchException(
          "members delivered the messages of a round in different orders: measurement is not valid;"
              + " see whether the stack gives total order");
    }
    delivered.add(
        results.stream()
            .mapToDouble(result -> expected / result.get("seconds").asDouble())
            .average()
            .orElseThrow());
    double cpu = results.stream().mapToDouble(r -> r.get("cpuSeconds").asDouble()).sum();
    cpuMicros.add(cpu * 1e6 / (sent * (double) results.size()));
  }

  Cell cell(String transport, Subject subject, int bytes, Rates reference) {
    return new Cell(
        transport,
        subject.id(),
        bytes,
        delivered.sample().summary(),
        cpuMicros.sample().summary(),
        delivered.over(reference.delivered),
        cpuMicros.sumsOver(reference.cpuMicros),
        true);
  }
}
