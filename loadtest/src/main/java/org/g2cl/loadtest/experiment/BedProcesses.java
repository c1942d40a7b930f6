package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.bed.OwnProcess;

/** Processes of a bed: what they use, and signals to them. Reads Linux' {@code /proc}. */
public final class BedProcesses {
  private static final Path PROC = Path.of("/proc");

  /** Milliseconds of a tick; USER_HZ is 100 on every Linux that Java runs on. */
  private static final double TICK_MILLIS = 10;

  private static final int PARENT = 1;
  private static final int OWN_TIMES = 11;
  private static final int TIMES = 4;

  private final Map<String, List<Long>> tiers;

  private BedProcesses(Map<String, List<Long>> tiers) {
    this.tiers = tiers;
  }

  /**
   * Processes of the bed in this directory as they are now, by tier: business, web, httpd,
   * postgresql.
   */
  public static BedProcesses of(Path directory) {
    BedState state =
        BedState.read(BedState.file(directory))
            .orElseThrow(() -> BedException.bed("no bed runs in " + directory));
    return new BedProcesses(
        state.processes().stream()
            .collect(
                Collectors.groupingBy(
                    process -> process.name().replaceAll("\\d+$", ""),
                    LinkedHashMap::new,
                    Collectors.mapping(OwnProcess::pid, Collectors.toList()))));
  }

  /** Processor time of each tier since its start, children included, in milliseconds. */
  public Map<String, Double> cpuMillis() {
    Map<Long, long[]> all = snapshot();
    Map<String, Double> times = new LinkedHashMap<>();
    tiers.forEach(
        (tier, pids) -> {
          double ticks = 0;
          for (Map.Entry<Long, long[]> process : all.entrySet()) {
            ticks += belongsTo(process.getKey(), pids, all) ? process.getValue()[1] : 0;
          }
          times.put(tier, ticks * TICK_MILLIS);
        });
    return times;
  }

  private static boolean belongsTo(long pid, List<Long> roots, Map<Long, long[]> all) {
    long at = pid;
    for (int depth = 0; depth < 10 && at > 1; depth++) {
      if (roots.contains(at)) {
        return true;
      }
      long[] facts = all.get(at);
      at = facts == null ? 0 : facts[0];
    }
    return false;
  }

  /** Memory of the processes of a tier that is in the machine's memory, in megabytes. */
  public double residentMegabytes(String tier) {
    return tiers.getOrDefault(tier, List.of()).stream()
        .mapToDouble(BedProcesses::residentMegabytes)
        .sum();
  }

  /** Stops the nodes' processes until {@link #resume}, so that they take no processor time. */
  public void pause() {
    signal("STOP");
  }

  /** Lets the nodes go on. */
  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    List<String> command =
        Stream.concat(
                Stream.of("bash", "-c", "kill -s \"$0\" -- \"$@\" 2>/dev/null", name),
                Stream.of("business", "web")
                    .flatMap(tier -> tiers.getOrDefault(tier, List.of()).stream())
                    .map(String::valueOf))
            .toList();
    try {
      new ProcessBuilder(command).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw BedException.environment("bash cannot be started: install bash", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BedException.bed("interrupted while sending " + name + " to the nodes", e);
    }
  }

  private static double residentMegabytes(long pid) {
    try (Stream<String> lines = Files.lines(PROC.resolve(pid + "/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /** Of each process of the machine: its parent, and its ticks with those of its dead children. */
  private static Map<Long, long[]> snapshot() {
    Map<Long, long[]> all = new HashMap<>();
    try (Stream<Path> entries = Files.list(PROC)) {
      for (Path entry : entries.toList()) {
        String name = String.valueOf(entry.getFileName());
        if (Character.isDigit(name.charAt(0))) {
          read(Long.parseLong(name), all);
        }
      }
      return all;
    } catch (IOException e) {
      throw BedException.environment("/proc cannot be read: a Linux is needed", e);
    }
  }

  private static void read(long pid, Map<Long, long[]> all) {
    try {
      String stat = Files.readString(PROC.resolve(pid + "/stat"));
      // the name, in brackets, may hold blanks and brackets
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int i = OWN_TIMES; i < OWN_TIMES + TIMES; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      all.put(pid, new long[] {Long.parseLong(fields[PARENT]), ticks});
    } catch (IOException e) {
      // it has just ended
    }
  }
}
