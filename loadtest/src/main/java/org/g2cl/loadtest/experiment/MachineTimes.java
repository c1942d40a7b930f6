package org.g2cl.loadtest.experiment;

import java.util.List;
import java.util.stream.LongStream;
import org.g2cl.loadtest.bed.ProcessStat;

/**
 * What the processors of a machine did since it started, in milliseconds of one of them; what the
 * host of a virtual machine gave to others is in neither.
 *
 * @param busy time in which they worked
 * @param idle time in which they had nothing to do
 */
record MachineTimes(double busy, double idle) {
  private static final int IDLE = 3;
  private static final int IO_WAIT = 4;

  /** Behind these come the host's share and times that are in the user's already. */
  private static final int COUNTED = 7;

  /** Reads the first line of {@code /proc/stat}, see proc(5). */
  static MachineTimes parse(String line) {
    List<String> fields = List.of(line.strip().split(" +", -1));
    long[] ticks = fields.subList(1, 1 + COUNTED).stream().mapToLong(Long::parseLong).toArray();
    long idle = ticks[IDLE] + ticks[IO_WAIT];
    return new MachineTimes(
        (LongStream.of(ticks).sum() - idle) * ProcessStat.TICK_MILLIS,
        idle * ProcessStat.TICK_MILLIS);
  }
}
