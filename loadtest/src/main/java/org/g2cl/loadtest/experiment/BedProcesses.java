package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.bed.NodeProcess;
import org.g2cl.loadtest.bed.OwnProcess;
import org.g2cl.loadtest.bed.ProcessStat;
import org.g2cl.loadtest.bed.TestBed;

/**
 * Processes of a bed: what they use, and signals to them. Reads Linux' {@code /proc}, of nodes on
 * remote hosts the one there.
 */
public final class BedProcesses {
  /** What this machine's processors did for no tier: for clients, the kernel, anything else. */
  public static final String OTHERS = "others";

  /** Time in which this machine's processors had nothing to do. */
  public static final String IDLE = "idle";

  private static final List<String> NODES = List.of("business", "web");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Map<String, List<Long>> here;
  private final Map<String, List<NodeProcess>> away;

  private BedProcesses(List<OwnProcess> processes, List<NodeProcess> nodes) {
    this.away = byTier(nodes.stream().filter(node -> !node.isHere()).toList(), NodeProcess::name);
    this.here = new LinkedHashMap<>();
    byTier(processes, OwnProcess::name)
        .forEach((tier, those) -> here.put(tier, those.stream().map(OwnProcess::pid).toList()));
    here.keySet().removeAll(away.keySet());
  }

  private static <T> Map<String, List<T>> byTier(List<T> all, Function<T, String> name) {
    return all.stream()
        .collect(
            Collectors.groupingBy(
                one -> name.apply(one).replaceAll("\\d+$", ""),
                LinkedHashMap::new,
                Collectors.toList()));
  }

  /**
   * Processes of the bed as they are now, by tier: business, web, httpd, postgresql.
   *
   * @param directory directory of the bed
   */
  public static BedProcesses of(TestBed bed, Path directory) {
    BedState state =
        BedState.read(BedState.file(directory))
            .orElseThrow(() -> BedException.bed("no bed runs in " + directory));
    return new BedProcesses(state.processes(), bed.nodes());
  }

  /**
   * Processor time of each tier since its start, children included, in milliseconds; and {@link
   * #OTHERS} and {@link #IDLE} of this machine. Of these only what is between two calls means
   * something.
   */
  public Map<String, Double> cpuMillis() {
    ProcessorTimes now = ProcessorTimes.now();
    Map<String, Double> times = new LinkedHashMap<>(now.millis(here));
    double tiers = times.values().stream().mapToDouble(Double::doubleValue).sum();
    times.put(OTHERS, now.machine().busy() - tiers);
    times.put(IDLE, now.machine().idle());
    away.forEach(
        (tier, those) ->
            times.put(tier, sum(those, node -> ProcessStat.parse(read(node, "stat")).millis())));
    return times;
  }

  /** Memory of the processes of a tier that is in their machines' memory, in megabytes. */
  public double residentMegabytes(String tier) {
    return away.containsKey(tier)
        ? sum(away.get(tier), node -> ResidentMemory.megabytes(read(node, "status")))
        : here.getOrDefault(tier, List.of()).stream().mapToDouble(ResidentMemory::megabytes).sum();
  }

  private static String read(NodeProcess node, String file) {
    return node.run(PATIENCE, List.of("cat", "/proc/" + NodeProcess.PID + "/" + file));
  }

  private static double sum(List<NodeProcess> nodes, ToDoubleFunction<NodeProcess> figure) {
    return nodes.parallelStream().mapToDouble(figure).sum();
  }

  /** Stops the nodes' processes until {@link #resume}, so that they take no processor time. */
  public void pause() {
    signal("STOP");
  }

  /** Lets the nodes go on. */
  public void resume() {
    signal("CONT");
  }

  /** At once for all that are here, so that none runs on while others stand. */
  private void signal(String name) {
    List<String> command =
        Stream.concat(
                Stream.of("bash", "-c", "kill -s \"$0\" -- \"$@\" 2>/dev/null", name),
                NODES.stream()
                    .flatMap(tier -> here.getOrDefault(tier, List.of()).stream())
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
    away.values().stream()
        .flatMap(List::stream)
        .parallel()
        .forEach(node -> node.run(PATIENCE, List.of("kill", "-s", name, NodeProcess.PID)));
  }
}
