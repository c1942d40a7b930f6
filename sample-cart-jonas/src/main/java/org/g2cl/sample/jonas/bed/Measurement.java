package org.g2cl.sample.jonas.bed;

import java.util.Arrays;
import java.util.Locale;

/** One measurement of one system: calls, response times, and what the servers spent on them. */
final class Measurement {
  private final long calls;
  private final long failed;
  private final double seconds;
  private final long[] micros;
  private final double serverMicros;

  /**
   * Reads a client's result.
   *
   * @param line {@code calls failed mean p50 p95 p99}, times in microseconds
   * @param serverNanos processor time that the servers used meanwhile, negative when not known
   */
  Measurement(String line, double seconds, long serverNanos) {
    String[] words = line.trim().split(" ", -1);
    this.calls = Long.parseLong(words[0]);
    this.failed = Long.parseLong(words[1]);
    this.seconds = seconds;
    this.micros = Arrays.stream(words).skip(2).mapToLong(Long::parseLong).toArray();
    this.serverMicros = calls == 0 ? -1 : serverNanos / 1e3 / calls;
  }

  /** Mean response time in microseconds. */
  long mean() {
    return micros[0];
  }

  String json() {
    return String.format(
        Locale.ROOT,
        "{\"calls\":%d,\"failed\":%d,\"callsPerSecond\":%.1f,\"meanMicros\":%d,\"p50Micros\":%d,"
            + "\"p95Micros\":%d,\"p99Micros\":%d%s}",
        calls,
        failed,
        calls / seconds,
        micros[0],
        micros[1],
        micros[2],
        micros[3],
        serverMicros < 0
            ? ""
            : String.format(Locale.ROOT, ",\"serverCpuMicros\":%.1f", serverMicros));
  }
}
