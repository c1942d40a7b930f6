package org.g2cl.bench.layers;

import com.fasterxml.jackson.databind.JsonNode;
import org.g2cl.loadtest.statistics.Sample;

/**
 * Durations of some pairs of message and acknowledgement, in microseconds.
 *
 * @param median half of them took less
 * @param p99 99 of a hundred took less
 * @param least the shortest
 * @param mean their mean
 */
public record Pairs(double median, double p99, double least, double mean) {
  private static final double NANOS = 1_000;

  /** Times so many exchanges, one after another. */
  public static Pairs time(int count, Exchange exchange) throws Exception {
    double[] micros = new double[count];
    for (int i = 0; i < count; i++) {
      long start = System.nanoTime();
      exchange.run();
      micros[i] = (System.nanoTime() - start) / NANOS;
    }
    Sample sample = Sample.of(micros);
    return new Pairs(sample.median(), sample.quantile(0.99), sample.least(), sample.mean());
  }

  /** Reads what a worker answered. */
  public static Pairs of(JsonNode answer) {
    return new Pairs(
        answer.get("median").asDouble(),
        answer.get("p99").asDouble(),
        answer.get("least").asDouble(),
        answer.get("mean").asDouble());
  }

  /** Sends, and waits for the acknowledgement. */
  @FunctionalInterface
  public interface Exchange {
    /** Does it once. */
    void run() throws Exception;
  }
}
