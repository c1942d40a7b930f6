package org.g2cl.loadtest.soak;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.NodeProcess;

/** Look at what nodes hold, by the JDK's {@code jcmd}. */
final class Inspection {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double MEGA = 1024;

  /** Serial and parallel collectors tell of two generations, G1 and others of one heap. */
  private static final Pattern USED =
      Pattern.compile("(?:generation|heap|Gen|space)\\s+total \\d+K, used (\\d+)K");

  private static final Pattern THREADS = Pattern.compile("java\\.threads\\.live=(\\d+)");

  private final Path jcmd;

  private Inspection(Path jcmd) {
    this.jcmd = jcmd;
  }

  /**
   * Looks for the program.
   *
   * @throws BedException when this Java has none
   */
  static Inspection find() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    if (!Files.isExecutable(jcmd)) {
      throw BedException.environment(
          "%s is missing: a JDK is needed, not a JRE alone; name one by JAVA_HOME".formatted(jcmd));
    }
    return new Inspection(jcmd);
  }

  /** What each node holds, after a full collection; of one elsewhere by the {@code jcmd} there. */
  List<Footprint> of(List<NodeProcess> nodes, int window) {
    List<Footprint> all = new ArrayList<>();
    for (NodeProcess node : nodes) {
      ask(node, "GC.run");
      double megabytes = used(ask(node, "GC.heap_info"));
      all.add(
          new Footprint(window, node.name(), megabytes, threads(ask(node, "PerfCounter.print"))));
    }
    return all;
  }

  /** Threads by what {@code PerfCounter.print} says. */
  static int threads(String counters) {
    Matcher live = THREADS.matcher(counters);
    if (!live.find()) {
      throw BedException.environment(
          "jcmd PerfCounter.print does not tell of java.threads.live; take -XX:-UsePerfData out of"
              + " the options of the nodes' JVMs");
    }
    return Integer.parseInt(live.group(1));
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

  /** By a JVM that starts with as little work as can be: the nodes are under load. */
  private String ask(NodeProcess node, String command) {
    String program = node.isHere() ? jcmd.toString() : "jcmd";
    return node.run(
        PATIENCE,
        List.of(
            program, "-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", NodeProcess.PID, command));
  }
}
