package org.g2cl.loadtest.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedState;
import org.g2cl.loadtest.bed.OwnProcess;

/** Heap that is in use after a full collection, asked for by the JDK's {@code jcmd}. */
final class LiveHeap {
  private static final long PATIENCE_SECONDS = 60;
  private static final double MEGA = 1024;

  /** Serial and parallel collectors tell of generations, G1 and others of one heap. */
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

  /** Megabytes in use at each business and web node of the bed in this directory, by its name. */
  Map<String, Double> megabytes(Path bed) throws InterruptedException {
    BedState state =
        BedState.read(BedState.file(bed))
            .orElseThrow(() -> BedException.bed("no bed runs in " + bed));
    Map<String, Double> nodes = new TreeMap<>();
    for (OwnProcess process : state.processes()) {
      if (process.name().matches("(business|web)\\d+")) {
        ask(process, "GC.run");
        nodes.put(process.name(), used(ask(process, "GC.heap_info")));
      }
    }
    return nodes;
  }

  /** Megabytes in use by what {@code GC.heap_info} says. */
  static double used(String heapInfo) {
    Matcher part = USED.matcher(heapInfo);
    double kilobytes = 0;
    int parts = 0;
    while (part.find()) {
      kilobytes += Double.parseDouble(part.group(1));
      parts++;
    }
    if (parts == 0) {
      throw BedException.environment(
          "jcmd GC.heap_info tells of no heap that is known here: " + heapInfo.strip());
    }
    return kilobytes / MEGA;
  }

  private String ask(OwnProcess process, String command) throws InterruptedException {
    try {
      Path answer = Files.createTempFile("jcmd", ".txt");
      try {
        Process asking =
            new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
        boolean ended = asking.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        String text = Files.readString(answer, StandardCharsets.UTF_8);
        if (!ended || asking.exitValue() != 0) {
          asking.destroyForcibly();
          throw BedException.bed(
              "%s (process %d) does not answer jcmd %s: %s"
                  .formatted(process.name(), process.pid(), command, text.strip()));
        }
        return text;
      } finally {
        Files.deleteIfExists(answer);
      }
    } catch (IOException e) {
      throw BedException.environment("%s cannot be run (%s)".formatted(jcmd, e.getMessage()), e);
    }
  }
}
