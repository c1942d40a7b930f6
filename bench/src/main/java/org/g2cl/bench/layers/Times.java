package org.g2cl.bench.layers;

import java.util.ArrayList;
import java.util.List;
import org.g2cl.bench.report.Turns;
import org.g2cl.loadtest.statistics.Ratio;
import org.g2cl.loadtest.statistics.Sample;

/** Measurements of one layer with one size. */
final class Times {
  private final Turns medians = new Turns();
  private final List<Double> p99 = new ArrayList<>();

  /** The measurements that follow are of another start. */
  void newStart() {
    medians.newStart();
  }

  void add(Pairs pairs) {
    medians.add(pairs.median());
    p99.add(pairs.p99());
  }

  Sample medians() {
    return medians.sample();
  }

  Sample p99() {
    return Sample.of(p99);
  }

  /** Ratio of the medians. */
  Ratio over(Times other) {
    return medians.over(other.medians);
  }
}
