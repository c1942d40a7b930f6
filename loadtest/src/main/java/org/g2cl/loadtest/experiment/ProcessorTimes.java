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
import org.g2cl.loadtest.bed.ProcessStat;

/** Processor times of all processes of this machine at one moment. */
final class ProcessorTimes {
  private static final Path PROC = Path.of("/proc");

  private final Map<Long, ProcessStat> all;
  private final MachineTimes machine;

  private ProcessorTimes(Map<Long, ProcessStat> all, MachineTimes machine) {
    this.all = all;
    this.machine = machine;
  }

  /** Reads them. */
  static ProcessorTimes now() {
    Map<Long, ProcessStat> all = new HashMap<>();
    try (Stream<Path> entries = Files.list(PROC)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (Character.isDigit(name.charAt(0))) {
          long pid = Long.parseLong(name);
          ProcessStat.of(pid).ifPresent(stat -> all.put(pid, stat));
        }
      }
      String whole = Files.readAllLines(PROC.resolve("stat")).get(0);
      return new ProcessorTimes(all, MachineTimes.parse(whole));
    } catch (IOException e) {
      throw BedException.environment("/proc cannot be read: a Linux is needed", e);
    }
  }

  /** Time of each group of processes, their children included. */
  Map<String, Double> millis(Map<String, List<Long>> groups) {
    Map<String, Double> times = new LinkedHashMap<>();
    groups.forEach((group, pids) -> times.put(group, millis(pids)));
    return times;
  }

  /** Time of the whole machine. */
  MachineTimes machine() {
    return machine;
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
      ProcessStat process = all.get(at);
      at = process == null ? 0 : process.parent();
    }
    return false;
  }
}
