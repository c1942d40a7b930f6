package org.g2cl.bench.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;

/** Rounds of one system with one size. */
final class Rates {
  private final List<Double> delivered = new ArrayList<>();
  private final List<Double> cpuMicros = new ArrayList<>();

  /**
   * Takes what the members say of a round.
   *
   * @throws BenchException when their orders differ
   */
  void add(List<JsonNode> results, long expected, int sent) {
    if (results.stream().map(r -> r.get("order").asLong()).distinct().count() > 1) {
      throw new BenchException(
          "members delivered the messages of a round in different orders: measurement is not valid; see whether the stack gives total order");
    }
    delivered.add(
        results.stream()
            .mapToDouble(result -> expected / result.get("seconds").asDouble())
            .average()
            .orElseThrow());
    double cpu = results.stream().mapToDouble(r -> r.get("cpuSeconds").asDouble()).sum();
    cpuMicros.add(cpu * 1e6 / (sent * (double) results.size()));
  }

  Sample sample() {
    return Sample.of(delivered);
  }

  Cell cell(String transport, Subject subject, int bytes, Rates first, int starts) {
    return new Cell(
        transport,
        subject.id(),
        bytes,
        sample().summary(),
        Sample.of(cpuMicros).summary(),
        Ratio.paired(sample(), first.sample(), starts),
        true);
  }
}
