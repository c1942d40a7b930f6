package net.sf.jgcs.spi.jgroups;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Numbers of one sender's messages that have been delivered.
 *
 * <p>It keeps those that are missing up to the highest one, as ranges, of which there are few: so
 * it tells new from old however far apart they come. Only when there are more than {@value
 * #MOST_RANGES} ranges, the lowest counts as delivered. Thread-safe.
 */
public final class DeliveredNumbers {
  private static final int MOST_RANGES = 1_000;

  /** So many numbers below the first one that comes may come after it. */
  private static final long BEFORE_FIRST = 2_000;

  /** Numbers that are missing, as ranges from the key to the value. */
  private final NavigableMap<Long, Long> missing = new TreeMap<>();

  private long highest = -1;

  /** Creates one that knows of none. */
  public DeliveredNumbers() {}

  /**
   * Takes a number for delivered.
   *
   * @param number zero or more
   * @return false when it was before
   */
  public synchronized boolean add(long number) {
    if (number > highest) {
      long from = highest < 0 ? Math.max(0, number - BEFORE_FIRST) : highest + 1;
      miss(from, number - 1);
      highest = number;
      return true;
    }
    Map.Entry<Long, Long> range = missing.floorEntry(number);
    if (range == null || range.getValue() < number) {
      return false;
    }
    missing.remove(range.getKey());
    miss(range.getKey(), number - 1);
    miss(number + 1, range.getValue());
    return true;
  }

  private void miss(long from, long to) {
    if (from <= to) {
      missing.put(from, to);
      if (missing.size() > MOST_RANGES) {
        missing.pollFirstEntry();
      }
    }
  }
}
