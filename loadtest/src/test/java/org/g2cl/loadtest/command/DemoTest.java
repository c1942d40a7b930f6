package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.LoadTools;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole demo on a small bed: real httpd, ab, PostgreSQL and processes, nodes without beans. */
class DemoTest {
  /** Keeps the unpacked PostgreSQL from test to test. */
  private static final Path OUT = Path.of("target", "bed-test", "demo");

  private final StringWriter out = new StringWriter();

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @Test
  void shouldKillJoinAuditAndReportAndLeaveNothingRunning() throws IOException {
    int code =
        run(
            "--business-nodes=2",
            "--web-nodes=2",
            "--clients=5",
            "--requests=600",
            "--warm-up=1",
            "--heap=48",
            "--web-heap=48");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    assertThat(out.toString())
        .contains(
            "business1 is ready, 1 of 2",
            "business2 is ready, 2 of 2",
            "All 2 business nodes are in one group",
            ", which owned most carts: ",
            "A fresh node is started",
            "business3 has joined");
    JsonNode report = new ObjectMapper().readTree(OUT.resolve("report.json").toFile());
    assertThat(report.get("nodes").asInt()).isEqualTo(5);
    assertThat(report.get("requests").asLong()).isEqualTo(600);
    assertThat(report.get("kills").asInt()).isEqualTo(1);
    assertThat(report.get("failed").asLong()).isZero();
    assertThat(report.get("acknowledgedCheckouts").asLong()).isGreaterThan(100);
    assertThat(report.get("events").toString()).contains("killed", "business3 joined");
    assertThat(OUT.resolve("report.html")).isNotEmptyFile();
    assertThat(OUT.resolve("bed.json")).doesNotExist();
    assertThat(OUT.resolve("postgresql")).doesNotExist();
    assertThat(childrenOfThisJvm()).isEmpty();
  }

  @Test
  void shouldShowTheLogOfANodeThatDoesNotStartAndEndTheOthers() throws IOException {
    int code = run("--business-nodes=2", "--backups=" + StandIns.BACKUPS_OF_A_BROKEN_NODE);

    assertThat(code).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString())
        .contains("business1 ended with exit code 4", "Last lines of", "broken on purpose");
    assertThat(childrenOfThisJvm()).isEmpty();
  }

  @Test
  void shouldNameANodeThatHangsTheOptionAndItsLogAndEndTheOthers() throws IOException {
    int code =
        run(
            "--business-nodes=3",
            "--backups=" + StandIns.BACKUPS_OF_A_HANGING_NODE,
            "--start-timeout=20");

    assertThat(code).isEqualTo(ExitCodes.FAILED);
    assertThat(out.toString())
        .contains(
            "business1 did not say READY within 20 s",
            "--start-timeout",
            "Last lines of " + OUT.toAbsolutePath().resolve("logs/business1.log"),
            "hanging on purpose")
        .doesNotContain("\tat ");
    assertThat(childrenOfThisJvm()).isEmpty();
  }

  @Test
  void shouldSayThatTheDatabaseCannotBeUsedAndKeepTheLastReport() throws IOException {
    Path last = Files.writeString(Files.createDirectories(OUT).resolve("report.json"), "{}");
    int code = run("--jdbc-url=jdbc:postgresql://127.0.0.1:1/none", "--db-user=me");

    assertThat(code).isEqualTo(ExitCodes.ENVIRONMENT);
    assertThat(out.toString())
        .contains("jdbc:postgresql://127.0.0.1:1/none as me cannot be used", "check --jdbc-url");
    assertThat(last).exists();
    assertThat(childrenOfThisJvm()).isEmpty();
  }

  private int run(String... options) throws IOException {
    Files.createDirectories(OUT);
    String[] arguments =
        Stream.concat(Stream.of("demo", "--out=" + OUT), Stream.of(options)).toArray(String[]::new);
    PrintWriter writer = new PrintWriter(out, true);
    return Main.commandLine(StandIns.starters(), StandIns.class)
        .setOut(writer)
        .setErr(writer)
        .execute(arguments);
  }

  private static Stream<ProcessHandle> childrenOfThisJvm() {
    return ProcessHandle.current().descendants().filter(ProcessHandle::isAlive);
  }
}
