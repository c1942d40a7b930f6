package org.g2cl.loadtest.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.NodeProcess;

/** Heap that is in use after a full collection, asked for by the JDK's {@code jcmd}. */
final class LiveHeap {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double MEGA = 1024;

  /** Serial and parallel collectors tell of two generations, G1 and others of one heap. */
  private static final Pattern USED =
      Pattern.compile("(?:generation|heap|Gen|space)\\s+total \\d+K, used (\\d+)K");

  private final Path jcmd;

  private LiveHeap(Path jcmd) {
    this.jcmd = jcmd;
  }

  /**
   * Looks for the program.
   *
   * @throws BedException when this Java has none
   */
  static LiveHeap find() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw BedException.environment(
          "%s is missing: a JDK is needed, not a JRE alone; name one by JAVA_HOME".formatted(jcmd));
    }
    return new LiveHeap(jcmd);
  }

  /** Megabytes in use at each node, by its name; of one elsewhere by the {@code jcmd} there. */
  Map<String, Double> megabytes(List<NodeProcess> nodes) {
    Map<String, Double> heaps = new TreeMap<>();
    for (NodeProcess node : nodes) {
      ask(node, "GC.run");
      heaps.put(node.name(), used(ask(node, "GC.heap_info")));
    }
    return heaps;
  }

  /**
   * Megabytes in use by what {@code GC.heap_info} says; of two generations the old one, told last:
   * it holds what a full collection has left, and the young one what was made since.
   */
  static double used(String heapInfo) {
    Matcher part = USED.matcher(heapInfo);
    double kilobytes = -1;
    while (part.find()) {
      kilobytes = Double.parseDouble(part.group(1));
    }
    if (kilobytes < 0) {
      throw BedException.environment(
          "jcmd GC.heap_info tells of no heap that is known here: " + heapInfo.strip());
    }
    return kilobytes / MEGA;
  }

  private String ask(NodeProcess node, String command) {
    String program = node.isHere() ? jcmd.toString() : "jcmd";
    return node.run(PATIENCE, List.of(program, NodeProcess.PID, command));
  }
}
