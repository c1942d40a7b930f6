package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --report}, which needs neither a bed nor its tools. */
class ReportOptionTest {
  private static final String MADE_WITH =
      """
      {"settings":{"rounds":"3","runs":"9"},
       "machine":{"processors":"16 × another"},
       "versions":{"ha":"0.0.9, commit cafe0123","Java":"another 17"}}
      """;

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

  private String report() {
    StringWriter out = new StringWriter();
    PrintWriter writer = new PrintWriter(out, true);
    int code =
        Main.commandLine(StandIns.starters(), StandIns.class)
            .setOut(writer)
            .setErr(writer)
            .execute("loadtest", "paper", "--report", "--out=" + directory);
    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    return out.toString();
  }
}
