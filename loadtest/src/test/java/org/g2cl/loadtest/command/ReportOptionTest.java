package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --report}, which needs neither a bed nor its tools. */
class ReportOptionTest {
  private static final String MADE_WITH =
      """
      {"settings":{"rounds":"3","runs":"9"},
       "machine":{"processors":"16 × another"},
       "versions":{"ha":"0.0.9, commit cafe0123","Java":"another 17"}}
      """;

  private final StringWriter out = new StringWriter();

  @TempDir private Path directory;

  @Test
  void shouldNameTheMachineAndTheBuildThatTheResultsWereMadeWith() throws IOException {
    Files.copy(
        ReportOptionTest.class.getResourceAsStream("interrupted.csv"),
        directory.resolve("results.csv"));
    Files.writeString(directory.resolve("settings.json"), MADE_WITH);

    String told = report();

    JsonNode summary = new ObjectMapper().readTree(directory.resolve("summary.json").toFile());
    JsonNode madeWith = new ObjectMapper().readTree(MADE_WITH);
    for (String part : new String[] {"settings", "machine", "versions"}) {
      assertThat(summary.get(part)).as(told).isEqualTo(madeWith.get(part));
    }
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains("16 × another", "0.0.9, commit cafe0123")
        .doesNotContain(Versions.project());
  }

  @Test
  void shouldNotEndWellWhereASystemBroke() throws IOException {
    Files.copy(
        ReportOptionTest.class.getResourceAsStream("interrupted.csv"),
        directory.resolve("results.csv"));
    Files.writeString(
        directory.resolve("broken.csv"),
        """
        when,start,round,clients,system,why
        2026-01-01T00:00:00Z,1,1,50,direct,business1 ended
        """);

    assertThat(run()).isEqualTo(ExitCodes.HARM);

    assertThat(out.toString())
        .contains("1 run broke: direct 1", "direct broke with 50 clients, start 1, round 1: ");
  }

  @ParameterizedTest
  @CsvSource({
    "2125.500, fast, 'For input string: \"fast\"'",
    "direct, appia, unknown system appia"
  })
  void shouldNameADamagedLineInASentence(String good, String bad, String why) throws IOException {
    Path results = directory.resolve("results.csv");
    try (InputStream csv = ReportOptionTest.class.getResourceAsStream("interrupted.csv")) {
      String text = new String(csv.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(results, text.replace(good, bad));
    }

    assertThat(run()).isEqualTo(ExitCodes.ENVIRONMENT);

    assertThat(out.toString())
        .contains(results + ", line 2, is damaged or of another version (" + why + ")")
        .doesNotContain("\tat ");
  }

  private String report() {
    int code = run();
    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    return out.toString();
  }

  private int run() {
    PrintWriter writer = new PrintWriter(out, true);
    return Main.commandLine(StandIns.starters(), StandIns.class)
        .setOut(writer)
        .setErr(writer)
        .execute("loadtest", "paper", "--report", "--out=" + directory);
  }
}
