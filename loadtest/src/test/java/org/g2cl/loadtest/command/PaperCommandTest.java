package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.LoadTools;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The paper's experiment on small beds: real httpd, ab and PostgreSQL, nodes without beans. */
class PaperCommandTest {
  private static final Path OUT = Path.of("target", "bed-test", "paper").toAbsolutePath();

  private final StringWriter out = new StringWriter();

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @Test
  void shouldMeasureTwoSystemsInTurnsAndLeaveNothingRunning() throws IOException {
    int code =
        run(
            "--fresh",
            "--systems=direct,jgroups",
            "--business-nodes=2",
            "--web-nodes=1",
            "--clients=3",
            "--rounds=1",
            "--duration=1",
            "--warm-up=1",
            "--heap=48",
            "--web-heap=48");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    List<String> lines = Files.readAllLines(OUT.resolve("results.csv"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(1) + lines.get(2)).contains(",direct,", ",jgroups,");
    JsonNode points =
        new ObjectMapper().readTree(OUT.resolve("summary.json").toFile()).get("points");
    assertThat(points.get(0).get("throughput").asDouble()).isGreaterThan(10);
    assertThat(points.get(0).get("cpuMillis").get("web").asDouble()).isPositive();
    assertThat(OUT.resolve("report.html")).isNotEmptyFile();
    assertThat(out.toString()).contains("left", "over JGroups directly");
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }

  @Test
  void shouldSayWhatASystemNeeds() throws IOException {
    assertThat(run("--fresh", "--systems=spread", "--spread-daemons="))
        .isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(run("--fresh", "--systems=spread", "--spread-daemons=127.0.0.1:1"))
        .isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(run("--fresh", "--systems=legacy")).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(run("--fresh", "--systems=legacy", "--legacy-stack=/nowhere/{name}.properties"))
        .isEqualTo(ExitCodes.ENVIRONMENT);

    assertThat(out.toString())
        .contains(
            "needs running Spread daemons",
            "the Spread daemon 127.0.0.1:1 does not answer",
            "needs a file of settings for each node",
            "the file /nowhere/business1.properties is missing");
  }

  @Test
  void shouldSayThatAnInterruptedExperimentHadOtherSettings() throws IOException {
    Path other = Files.createDirectories(OUT.resolveSibling("paper-interrupted"));
    Files.copy(
        PaperCommandTest.class.getResourceAsStream("interrupted.csv"),
        other.resolve("results.csv"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(
        other.resolve("settings.json"), "{\"clients\":\"[50]\",\"runs\":\"9\",\"rounds\":\"3\"}");

    assertThat(runIn(other, "--systems=direct,jgroups", "--clients=50", "--rounds=4"))
        .isEqualTo(ExitCodes.ENVIRONMENT);

    assertThat(out.toString())
        .contains("holds 1 of 9 runs", "rounds was 3, now 4", "--fresh to begin anew");
    assertThat(Files.readAllLines(other.resolve("results.csv"))).hasSize(2);
  }

  private int run(String... options) throws IOException {
    return runIn(OUT, options);
  }

  private int runIn(Path directory, String... options) throws IOException {
    Files.createDirectories(directory);
    String[] arguments =
        Stream.concat(Stream.of("loadtest", "paper", "--out=" + directory), Stream.of(options))
            .toArray(String[]::new);
    PrintWriter writer = new PrintWriter(out, true);
    return Main.commandLine(StandIns.starters(), StandIns.class)
        .setOut(writer)
        .setErr(writer)
        .execute(arguments);
  }
}
