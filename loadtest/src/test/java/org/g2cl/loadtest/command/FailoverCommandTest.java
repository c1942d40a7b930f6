package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.LoadTools;
import org.g2cl.loadtest.bed.Namespaces;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Failures on small beds: real httpd, ab, PostgreSQL and processes, nodes without beans. */
@Tag("slow")
class FailoverCommandTest {
  private static final Path OUT = Path.of("target", "bed-test", "failover").toAbsolutePath();
  private static final int DEADLINE_SECONDS = 180;
  private static final int ROLL = 13;
  private static final String HEAD = "when,round,kind,sessions,detectionMillis";

  private final StringWriter out = new StringWriter();

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @Test
  void shouldKillPauseAndRestartNodesUnderLoadAndLeaveNothingRunning() throws IOException {
    String[] arguments = arguments(OUT, "--kinds=kill,pause,restart,rolling");
    PrintWriter writer = new PrintWriter(out, true);
    int code =
        Main.commandLine(StandIns.starters(), StandIns.class)
            .setOut(writer)
            .setErr(writer)
            .execute(arguments);

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    Map<String, String[]> found = results(OUT);
    assertThat(found).containsOnlyKeys("kill", "pause", "restart", "rolling");
    assertThat(found.values()).allSatisfy(FailoverCommandTest::isHarmless);
    for (String kind : List.of("kill", "pause", "restart")) {
      assertThat(detectionMillis(found.get(kind))).as(kind).isPositive();
    }
    assertThat(found.get("rolling")[ROLL]).isNotEmpty();
    double roll = Double.parseDouble(found.get("rolling")[ROLL]);
    assertThat(List.of(found.get("rolling")[5], found.get("rolling")[6]))
        .as("those of one of the nodes")
        .allSatisfy(millis -> assertThat(Double.parseDouble(millis)).isBetween(0.0, roll / 2));
    assertThat(found.get("kill")[ROLL]).isEmpty();
    assertThat(Files.readAllLines(OUT.resolve("timeline.csv"))).hasSizeGreaterThan(4);
    assertThat(OUT.resolve("report.html")).isNotEmptyFile();
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }

  /** In a JVM that has a network of its own, as {@code ./ha} starts it. */
  @Test
  void shouldCutANodeOffInNetworkNamespaces() throws Exception {
    Assumptions.assumeTrue(canMakeNamespaces(), "this user cannot make network namespaces");
    Path directory = Files.createDirectories(OUT.resolveSibling("failover-namespaces"));
    Path output = directory.resolveSibling("failover-namespaces.txt");
    String[] arguments = arguments(directory, "--kinds=partition", "--where=namespaces");
    List<String> command =
        new ArrayList<>(
            List.of(
                "unshare",
                "--net",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-D" + Namespaces.INSIDE + "=true",
                StandIns.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder
        .environment()
        .put(
            "CLASSPATH",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    Process process = builder.start();
    try {
      assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as("ended in time").isTrue();
    } finally {
      process.destroy();
    }

    assertThat(process.exitValue()).as(Files.readString(output)).isEqualTo(ExitCodes.OK);
    Map<String, String[]> found = results(directory);
    assertThat(found).containsOnlyKeys("partition");
    isHarmless(found.get("partition"));
    assertThat(detectionMillis(found.get("partition"))).isPositive();
    assertThat(Files.readString(directory.resolve("settings.json")))
        .contains(
            "\"where\" : \"namespaces\"",
            "heap 48 MB, nice 3, processor time unlimited, processors 1");
  }

  private static boolean canMakeNamespaces() throws Exception {
    return new ProcessBuilder("unshare", "--net", "ip", "link", "add", "p", "type", "bridge")
            .start()
            .waitFor()
        == 0;
  }

  private static String[] arguments(Path directory, String... more) {
    return Stream.concat(
            Stream.of(
                "loadtest",
                "failover",
                "--out=" + directory,
                "--fresh",
                "--rounds=1",
                "--business-nodes=2",
                "--web-nodes=1",
                "--clients=3",
                "--warm-up=1",
                "--pause=3",
                "--heap=48",
                "--web-heap=48",
                "--nice=3",
                "--processors=1"),
            Stream.of(more))
        .toArray(String[]::new);
  }

  /** Lines of the results by what was done. */
  private static Map<String, String[]> results(Path directory) throws IOException {
    List<String> lines = Files.readAllLines(directory.resolve("results.csv"));
    assertThat(lines.get(0)).startsWith(HEAD).contains("requests,failed,lost,doubled");
    Map<String, String[]> found = new TreeMap<>();
    lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .forEach(line -> found.put(line[2], line));
    return found;
  }

  private static double detectionMillis(String[] line) {
    return Double.parseDouble(line[4]);
  }

  private static void isHarmless(String[] line) {
    assertThat(Integer.parseInt(line[7])).as("requests").isGreaterThan(50);
    assertThat(List.of(line[8], line[9], line[10])).as("failed, lost, doubled").containsOnly("0");
  }
}
