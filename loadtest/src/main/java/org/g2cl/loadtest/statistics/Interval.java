package org.g2cl.loadtest.statistics;

/**
 * Interval of values, both ends included.
 *
 * @param low its lower end
 * @param high its upper end
 */
public record Interval(double low, double high) {
  /** Whether the value lies within. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }
}
