package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node's shape asks for, as the JVM that is started has it. */
class NodeJvmTest {
  private static final int NICENESS_AFTER_COMMAND = 16;

  private static final int LEAST_URGENT = 19;

  @TempDir private Path directory;

  @Test
  void shouldGiveEachNodeItsHeapItsShareAndItsLog() throws IOException {
    NodeShape shape =
        NodeShape.ofHeap(48)
            .with(new ProcessorShare(7, 0, 3))
            .with(Compilers.ALL)
            .withJvmOptions(List.of("-Dprobe.word=told"));

    assertThat(told("a", shape))
        .isEqualTo(
            "SHAPE processors=3 nice=%d heap<=48:true level=4 word=told"
                .formatted(Math.min(LEAST_URGENT, nice() + 7)));
    assertThat(directory.resolve("logs/a.log")).isNotEmptyFile();
  }

  @Test
  void shouldLeaveWhatIsNotSetToTheMachine() throws IOException {
    int all = Runtime.getRuntime().availableProcessors();

    assertThat(told("b", NodeShape.ofHeap(64)))
        .isEqualTo(
            "SHAPE processors=%d nice=%d heap<=48:false level=1 word=null".formatted(all, nice()));
  }

  /** The JVM reads the limit of its control group, and sizes itself by it. */
  @Test
  void shouldLimitTheProcessorTimeOfANode() throws IOException {
    ProcessorLimitTest.needLimits();
    NodeShape shape = NodeShape.ofHeap(64).with(new ProcessorShare(2, 0.5, 0));

    assertThat(told("c", shape))
        .startsWith("SHAPE processors=1 nice=%d ".formatted(Math.min(LEAST_URGENT, nice() + 2)));
  }

  private String told(String name, NodeShape shape) throws IOException {
    Files.createDirectories(directory.resolve("logs"));
    BedSettings settings =
        BedSettings.builder(directory, directory, NodeJvmTest.class.getName()).build();
    Host host = new LoopbackHosts(Ports.free()).of(name);
    ManagedProcess process = new NodeJvm(settings).start(name, host, shape, Map.of(), List.of());
    try {
      return process.awaitLine("SHAPE", Duration.ofSeconds(30));
    } finally {
      process.kill();
    }
  }

  /** The node: says what it has, and stays until it is killed. */
  public static void main(String[] arguments) throws IOException {
    System.out.println( // a line in one piece
        "SHAPE processors=%d nice=%d heap<=48:%b level=%s word=%s"
            .formatted(
                Runtime.getRuntime().availableProcessors(),
                nice(),
                Runtime.getRuntime().maxMemory() <= 48L << 20,
                highestLevel(),
                System.getProperty("probe.word")));
    System.in.transferTo(System.out);
  }

  /** Level of the tiered compilers at which they stop: C1's first, or C2's. */
  private static String highestLevel() {
    return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .getVMOption("TieredStopAtLevel")
        .getValue();
  }

  private static int nice() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Integer.parseInt(fields[NICENESS_AFTER_COMMAND]);
  }
}
