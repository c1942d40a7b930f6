package org.g2cl.loadtest.statistics;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Samples of one quantity, each measured by processes that were started for it.
 *
 * <p>Values are extreme outliers only among those of their own group. What the processes of a group
 * were given when they started is in all its values, so a group that is far from the others tells
 * how far groups differ, and is never removed.
 */
public final class Groups {
  private final List<Sample> kept;
  private final int outliers;

  private Groups(Collection<Sample> samples) {
    this.kept = samples.stream().map(sample -> sample.withoutOutliers(Sample.EXTREME)).toList();
    this.outliers = size(samples) - size(kept);
  }

  /** Groups of these values. */
  public static Groups of(Collection<Sample> samples) {
    return new Groups(samples);
  }

  /** Number of groups. */
  public int size() {
    return kept.size();
  }

  /** Values that were removed. */
  public int outliers() {
    return outliers;
  }

  /** Values that were kept, of all groups. */
  public Sample kept() {
    return Sample.of(
        kept.stream().flatMapToDouble(sample -> Arrays.stream(sample.values())).toArray());
  }

  /** Mean of what each group kept. */
  public Sample means() {
    return Sample.of(kept.stream().mapToDouble(Sample::mean).toArray());
  }

  private static int size(Collection<Sample> samples) {
    return samples.stream().mapToInt(Sample::size).sum();
  }
}
