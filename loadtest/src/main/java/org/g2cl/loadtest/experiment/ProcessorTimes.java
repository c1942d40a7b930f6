package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;

/** Processor times of all processes of this machine at one moment. */
final class ProcessorTimes {
  private static final Path PROC = Path.of("/proc");

  /** Milliseconds of a tick; USER_HZ is 100 on every Linux that Java runs on. */
  private static final double TICK_MILLIS = 10;

  private static final int PARENT = 1;
  private static final int OWN_TIMES = 11;
  private static final int TIMES = 4;

  private final Map<Long, Times> all;

  /** Its parent, and its time with that of its dead children. */
  private record Times(long parent, double millis) {}

  private ProcessorTimes(Map<Long, Times> all) {
    this.all = all;
  }

  /** Reads them. */
  static ProcessorTimes now() {
    Map<Long, Times> all = new HashMap<>();
    try (Stream<Path> entries = Files.list(PROC)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (Character.isDigit(name.charAt(0))) {
          read(Long.parseLong(name), all);
        }
      }
      return new ProcessorTimes(all);
    } catch (IOException e) {
      throw BedException.environment("/proc cannot be read: a Linux is needed", e);
    }
  }

  private static void read(long pid, Map<Long, Times> all) {
    try {
      String stat = Files.readString(PROC.resolve(pid + "/stat"));
      all.put(pid, new Times(Long.parseLong(fields(stat)[PARENT]), millis(stat)));
    } catch (IOException e) {
      // it has just ended
    }
  }

  /** Time of a process and its dead children, by the text of its {@code stat}. */
  static double millis(String stat) {
    String[] fields = fields(stat);
    long ticks = 0;
    for (int i = OWN_TIMES; i < OWN_TIMES + TIMES; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks * TICK_MILLIS;
  }

  /** The name, in brackets, may hold blanks and brackets. */
  private static String[] fields(String stat) {
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }

  /** Time of each group of processes, their children included. */
  Map<String, Double> millis(Map<String, List<Long>> groups) {
    Map<String, Double> times = new LinkedHashMap<>();
    groups.forEach((group, pids) -> times.put(group, millis(pids)));
    return times;
  }

  private double millis(List<Long> pids) {
    return all.entrySet().stream()
        .filter(process -> belongsTo(process.getKey(), pids))
        .mapToDouble(process -> process.getValue().millis())
        .sum();
  }

  private boolean belongsTo(long pid, List<Long> roots) {
    long at = pid;
    for (int depth = 0; depth < 10 && at > 1; depth++) {
      if (roots.contains(at)) {
        return true;
      }
      Times process = all.get(at);
      at = process == null ? 0 : process.parent();
    }
    return false;
  }
}
