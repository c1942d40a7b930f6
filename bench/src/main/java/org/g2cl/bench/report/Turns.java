package org.g2cl.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.g2cl.loadtest.statistics.Interval;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;

/**
 * Measured values of one system that took turns with others, start by start.
 *
 * <p>Systems take turns in some order and then in the reverse of it, so that a drift of the machine
 * within these two turns falls on all alike; the two values of a system are its block. Systems are
 * compared block by block, and the blocks of one start are taken together, since what a JVM's
 * compiler or the system's scheduler happens to do lasts as long as the start.
 */
public final class Turns {
  private static final int LEAST_STARTS = 3;

  private final List<List<Double>> starts = new ArrayList<>();

  /** The values that follow are of another start. */
  public void newStart() {
    starts.add(new ArrayList<>());
  }

  /** Adds a value, which is positive where {@link #over} is asked for. */
  public void add(double value) {
    starts.get(starts.size() - 1).add(value);
  }

  /** All values. */
  public Sample sample() {
    return Sample.of(starts.stream().flatMap(List::stream).toList());
  }

  /**
   * Ratio to another system that took the same turns: the centre of the starts, each of which
   * counts by the centre of its blocks, see {@link HodgesLehmann}; of all blocks when there are
   * less than three starts. {@link Ratio#rounds} is the number of blocks; none is an outlier.
   *
   * @throws IllegalArgumentException when the other one had other turns
   */
  public Ratio over(Turns other) {
    List<double[]> blocks =
        IntStream.range(0, starts.size()).mapToObj(start -> blocks(other, start)).toList();
    double[] all = blocks.stream().flatMapToDouble(java.util.Arrays::stream).toArray();
    double[] units =
        starts.size() < LEAST_STARTS
            ? all
            : blocks.stream().mapToDouble(HodgesLehmann::centre).toArray();
    return ratio(all.length, units);
  }

  /**
   * Ratio of the sums of each start to those of another system, the centre of the starts: for
   * quantities that are counted too coarsely for a single turn. NaN when a system's sums are all 0.
   */
  public Ratio sumsOver(Turns other) {
    double[] units =
        IntStream.range(0, starts.size())
            .mapToDouble(start -> Math.log(sum(starts.get(start)) / sum(other.starts.get(start))))
            .filter(Double::isFinite)
            .toArray();
    return ratio(units.length, units);
  }

  private static double sum(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).sum();
  }

  private static Ratio ratio(int rounds, double[] units) {
    Interval interval = HodgesLehmann.interval95(units);
    return new Ratio(
        rounds,
        0,
        Math.exp(HodgesLehmann.centre(units)),
        Math.exp(interval.low()),
        Math.exp(interval.high()));
  }

  /** Logarithm of the ratio of each block; a turn without its second is left out. */
  private double[] blocks(Turns other, int start) {
    List<Double> ours = starts.get(start);
    List<Double> theirs = other.starts.get(start);
    if (ours.size() != theirs.size()) {
      throw new IllegalArgumentException(
          "%d turns cannot be compared with %d".formatted(ours.size(), theirs.size()));
    }
    double[] blocks = new double[ours.size() / 2];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = (log(ours, theirs, 2 * i) + log(ours, theirs, 2 * i + 1)) / 2;
    }
    return blocks;
  }

  private static double log(List<Double> ours, List<Double> theirs, int turn) {
    return Math.log(ours.get(turn) / theirs.get(turn));
  }
}
