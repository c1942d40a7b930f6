package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.g2cl.loadtest.report.SampleReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoResultsTest {
  @TempDir private Path directory;
  private final StringWriter said = new StringWriter();

  private void tell() {
    new DemoResults(directory, new Terminal(new PrintWriter(said, true), false))
        .tell(SampleReport.of(1234L), SampleReport.timeline());
  }

  @Test
  void shouldLeaveFiguresPicturesAndTheMarkOfTheEndAndSayTheVerdictLast() {
    tell();

    assertThat(directory.resolve("report.json")).isNotEmptyFile();
    assertThat(directory.resolve("report.html")).isNotEmptyFile();
    assertThat(directory.resolve("finished")).content().endsWith(" 500 requests\n");
    assertThat(said.toString())
        .contains("pictures", "figures", "logs")
        .endsWith("Carts were harmed: 3 updates lost, 2 < 3.\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"report.html", "finished", "report.json.part"})
  void shouldLeaveNoFiguresOfARunThatEndsInAnError(String inTheWay) throws IOException {
    Files.createDirectory(directory.resolve(inTheWay));

    assertThatThrownBy(this::tell).isInstanceOf(UncheckedIOException.class);

    assertThat(directory.resolve("report.json")).doesNotExist();
    assertThat(said.toString()).contains("lost updates").doesNotContain("figures", "were harmed");
  }
}
