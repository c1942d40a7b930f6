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
    return summary(new Violation(Violation.Kind.NOT_WHOLE, "business2 is missing"));
  }

  private ChaosSummary summary(Violation... violations) {
    return new ChaosSummary(
        new ChaosReport(
            KillRun.settings(directory),
            List.of(),
            List.of(violations),
            List.of(),
            new Checker(),
            9),
        directory);
  }

  @Test
  void shouldSayWhenNothingButTheTimeWasNotAsPromised() {
    summary().tell(lines::add, Path::getFileName);

    assertThat(lines).anyMatch(line -> line.startsWith("1 violation (0 faults"));
    assertThat(lines.get(lines.size() - 1)).contains("Nothing was lost or doubled", "machine");
  }

  @Test
  void shouldLayNothingToTheMachineWhenSomethingWasLost() {
    Violation slow = new Violation(Violation.Kind.SLOW_FAILOVER, "after 3,000 ms");
    summary(slow, new Violation(Violation.Kind.UPDATE_LOST, "cart 7")).tell(lines::add, p -> p);

    assertThat(lines).anyMatch(line -> line.startsWith("2 violations (0 faults"));
    assertThat(lines).endsWith("  UPDATE_LOST  cart 7");
  }

  @Test
  void shouldNameTheFilesThatItWrote() {
    summary().tell(lines::add, Path::getFileName);

    assertThat(lines)
        .contains("  figures   chaos.json", "  history   history.tsv")
        .contains("  NOT_WHOLE  business2 is missing");
  }

  @Test
  void shouldTellWhatItKnowsWhenNoFileCanBeWritten() throws IOException {
    Files.createDirectory(directory.resolve("chaos.json"));

    assertThatThrownBy(() -> summary().tell(lines::add, Path::getFileName))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("chaos.json");
    assertThat(lines)
        .anyMatch(line -> line.contains("faults"))
        .contains("  NOT_WHOLE  business2 is missing");
  }
}
