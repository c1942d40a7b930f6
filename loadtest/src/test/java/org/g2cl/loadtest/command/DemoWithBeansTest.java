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
import org.g2cl.loadtest.bed.LoadTools;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a user runs, with fewer nodes: from the balancer through web node and bean to the rows. */
@Tag("slow")
class DemoWithBeansTest {
  private static final Path OUT = Path.of("target", "bed-test", "demo-with-beans");

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @Test
  void shouldHarmNoCartWhenANodeWithCartsIsKilled() throws IOException {
    Files.createDirectories(OUT);
    var out = new StringWriter();
    var writer = new PrintWriter(out, true);
    int code =
        Main.commandLine(RealNodes.starters(), Main.class)
            .setOut(writer)
            .setErr(writer)
            .execute(
                "demo",
                "--out=" + OUT,
                "--business-nodes=3",
                "--web-nodes=1",
                "--clients=6",
                "--requests=3000",
                "--warm-up=5");

    assertThat(code).as(out.toString()).isEqualTo(ExitCodes.OK);
    JsonNode report = new ObjectMapper().readTree(OUT.resolve("report.json").toFile());
    assertThat(report.get("requests").asLong()).isEqualTo(3_000);
    assertThat(report.get("kills").asInt()).isEqualTo(1);
    for (String harm :
        List.of("failed", "lostUpdates", "duplicateUpdates", "ordersMissing", "ordersDuplicated")) {
      assertThat(report.get(harm).asLong()).as(harm).isZero();
    }
    assertThat(report.get("acknowledgedCheckouts").asLong()).isGreaterThan(100);
    assertThat(report.get("events").toString()).contains("killed", "joined");
  }
}
