package org.g2cl.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.loadtest.report.LineChart;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path folder;

  @AfterEach
  void forget() {
    System.clearProperty("ha.commit");
  }

  @Test
  void shouldNameTheCommitInTheJsonAndOnTheTerminal() throws IOException {
    System.setProperty("ha.commit", "1234abcd+changes");
    Report report = new Report("ring", "how quick is it");

    JsonNode json = new ObjectMapper().readTree(report.write(folder).get(0).toFile());

    assertThat(json.at("/machine/ha").asText()).endsWith(", commit 1234abcd+changes");
    assertThat(report.lines())
        .anyMatch(line -> line.matches(" *ha: .*, commit 1234abcd\\+changes"));
  }

  @Test
  void shouldSayThatARunWasQuickInTextAndJsonAndPictures() throws IOException {
    LineChart picture = new LineChart("Time of a hop", "rounds", "µs");
    Report report = new Report("ring", "how quick is it").picture("hop", picture);
    assertThat(report.lines()).noneMatch(line -> line.contains("--quick"));

    report.quick();

    assertThat(report.lines()).anyMatch(line -> line.startsWith("A --quick run"));
    assertThat(picture.title()).isEqualTo("Time of a hop; a --quick run");
    JsonNode json = new ObjectMapper().readTree(report.write(folder).get(0).toFile());
    assertThat(json.get("quick").asBoolean()).isTrue();
  }

  @Test
  void shouldSayWhatToDoWhenItCannotBeWritten() throws IOException {
    Files.createDirectory(folder.resolve("ring.json"));

    assertThatThrownBy(() -> new Report("ring", "how quick is it").write(folder))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("the report cannot be written into " + folder)
        .hasMessageContaining("--out");
  }
}
