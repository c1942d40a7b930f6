package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the kernel says of a process of this machine at one moment, in {@code /proc/PID/stat}. */
public final class ProcessStat {
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int TIMES = 11;
  private static final int TIMES_END = 15;
  private static final int STARTED = 19;

  /** Milliseconds of a tick; USER_HZ is 100 on every Linux that Java runs on. */
  public static final double TICK_MILLIS = 10;

  private final List<String> fields;

  private ProcessStat(List<String> fields) {
    this.fields = fields;
  }

  /** Of the process with that id; empty when there is none, or the system has no {@code /proc}. */
  public static Optional<ProcessStat> of(long pid) {
    try {
      return Optional.of(parse(Files.readString(Path.of("/proc/" + pid + "/stat"))));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The command's name, in brackets, may hold anything; what is here stands behind it. */
  public static ProcessStat parse(String stat) {
    return new ProcessStat(
        List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" ", -1)));
  }

  /** T: stopped, Z: ended and not yet waited for. */
  char state() {
    return fields.get(STATE).charAt(0);
  }

  /** Id of its parent. */
  public long parent() {
    return Long.parseLong(fields.get(PARENT));
  }

  /** Start time, in clock ticks since boot. */
  String started() {
    return fields.get(STARTED);
  }

  /** Processor time of the process and its dead children, in milliseconds. */
  public double millis() {
    return fields.subList(TIMES, TIMES_END).stream().mapToLong(Long::parseLong).sum() * TICK_MILLIS;
  }
}
