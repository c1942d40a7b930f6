package org.g2cl.loadtest.soak;

import java.time.Duration;

/**
 * How long, and how hard.
 *
 * @param clients clients at work, each with a cart of its own
 * @param length load that counts
 * @param windows parts of equal length that are compared with each other
 * @param share of the peak, above 0 and at most 1
 * @param warmUp load before the peak is measured
 * @param peak time for which the peak is measured
 */
public record SoakSettings(
    int clients, Duration length, int windows, double share, Duration warmUp, Duration peak) {
  /** Length of the slices that the picture is drawn of, ten to a window. */
  Duration slice() {
    return length.dividedBy(windows * (long) slicesEach());
  }

  int slicesEach() {
    return 10;
  }
}
