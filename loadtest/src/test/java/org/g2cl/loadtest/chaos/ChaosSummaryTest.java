package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChaosSummaryTest {
  @TempDir private Path directory;

  private final List<String> lines = new ArrayList<>();

  private ChaosSummary summary() {
    Violation lost = new Violation(Violation.Kind.NOT_WHOLE, "business2 is missing");
    return new ChaosSummary(
        new ChaosReport(
            KillRun.settings(directory), List.of(), List.of(lost), List.of(), new Checker(), 9),
        directory);
  }

  @Test
  void shouldNameTheFilesThatItWrote() {
    summary().tell(lines::add, Path::getFileName);

    assertThat(lines)
        .contains("  figures   chaos.json", "  history   history.tsv")
        .endsWith("  NOT_WHOLE  business2 is missing");
  }

  @Test
  void shouldTellWhatItKnowsWhenNoFileCanBeWritten() throws IOException {
    Files.createDirectory(directory.resolve("chaos.json"));

    assertThatThrownBy(() -> summary().tell(lines::add, Path::getFileName))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("chaos.json");
    assertThat(lines)
        .anyMatch(line -> line.contains("faults"))
        .endsWith("  NOT_WHOLE  business2 is missing");
  }
}
