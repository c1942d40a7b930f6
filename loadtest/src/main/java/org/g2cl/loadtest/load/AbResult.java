package org.g2cl.loadtest.load;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What one run of {@code ab} counted.
 *
 * @param complete requests that were answered
 * @param failed requests that ab calls failed: no connection, no whole answer, an exception
 * @param refused answers with a status other than 2xx
 * @param longestMillis longest time of a request
 */
public record AbResult(long complete, long failed, long refused, long longestMillis) {
  private static final Pattern COMPLETE = Pattern.compile("(?m)^Complete requests:\\s+(\\d+)");
  private static final Pattern FAILED = Pattern.compile("(?m)^Failed requests:\\s+(\\d+)");
  private static final Pattern REFUSED = Pattern.compile("(?m)^Non-2xx responses:\\s+(\\d+)");
  private static final Pattern TOTAL = Pattern.compile("(?m)^Total:.*?(\\d+)\\s*$");

  /** A sum to start from. */
  public static final AbResult NONE = new AbResult(0, 0, 0, 0);

  /**
   * Reads ab's report.
   *
   * @throws LoadException when it is not one, for instance because ab gave up
   */
  public static AbResult parse(String report) {
    return new AbResult(
        required(COMPLETE, report),
        required(FAILED, report),
        number(REFUSED, report, 0),
        number(TOTAL, report, 0));
  }

  /** Sum of both; the longest time is the longer one. */
  public AbResult plus(AbResult other) {
    return new AbResult(
        complete + other.complete,
        failed + other.failed,
        refused + other.refused,
        Math.max(longestMillis, other.longestMillis));
  }

  private static long required(Pattern pattern, String report) {
    long value = number(pattern, report, -1);
    if (value < 0) {
      throw new LoadException("ab did not finish its run; it said: " + report.strip());
    }
    return value;
  }

  private static long number(Pattern pattern, String report, long otherwise) {
    Matcher matcher = pattern.matcher(report);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : otherwise;
  }
}
