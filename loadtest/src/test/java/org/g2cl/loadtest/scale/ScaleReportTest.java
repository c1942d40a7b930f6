package org.g2cl.loadtest.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.g2cl.loadtest.experiment.ResultFolder;
import org.g2cl.loadtest.scale.ScalePoint.Axis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleReportTest {
  @TempDir private Path folder;

  @Test
  void shouldCoverWhatTheExperimentIsAbout() {
    List<ScalePoint> points = ScalePoint.all(false);

    assertThat(points).doesNotHaveDuplicates();
    assertThat(xs(points, Axis.NODES)).containsExactly(2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0);
    assertThat(xs(points, Axis.BACKUPS)).containsExactly(0.0, 1.0, 2.0, 3.0, 5.0);
    assertThat(xs(points, Axis.STATE)).contains(0.1, 100.0);
    assertThat(xs(points, Axis.SESSIONS)).contains(1.0, 100_000.0);
  }

  @Test
  void shouldFindTheFormulaThatThePointsFollow() throws IOException {
    List<ScaleRun> runs = new ArrayList<>();
    for (ScalePoint point : ScalePoint.all(false)) {
      double cpu = 100 + 80 * point.copies() + 3 * point.kilobytes() + 7 * point.kilobytesSent();
      runs.add(run(1, point, cpu));
      runs.add(run(2, point, cpu));
    }
    ScaleReport report = new ScaleReport(runs, Map.of(), Map.of(), Map.of());

    assertThat(report.write(folder))
        .allSatisfy(file -> assertThat(ResultFolder.FILES).contains(file.getFileName().toString()));

    JsonNode fit =
        new ObjectMapper().readTree(folder.resolve("summary.json").toFile()).at("/model/fit");
    assertThat(fit.get("base").asDouble()).isCloseTo(100, within(0.1));
    assertThat(fit.get("slopes").get(0).asDouble()).isCloseTo(80, within(0.1));
    assertThat(fit.get("slopes").get(1).asDouble()).isCloseTo(3, within(0.01));
    assertThat(fit.get("slopes").get(2).asDouble()).isCloseTo(7, within(0.01));
    assertThat(report.formula()).contains("there it gives 1.00 to 1.00");
    for (Axis axis : Axis.values()) {
      assertThat(folder.resolve(axis.word() + ".png")).isNotEmptyFile();
    }
    assertThat(page()).contains("KB of state");
  }

  @Test
  void shouldNameTheDirectoryAgainWhenTheReportCannotBeWritten() {
    Path gone = folder.resolve("gone");

    assertThatThrownBy(() -> new ScaleReport(List.of(), Map.of(), Map.of(), Map.of()).write(gone))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("make room, then ./ha loadtest scale --report --out=" + gone);
  }

  @Test
  void shouldSayWhereFewerThreadsCallThanOtherwise() throws IOException {
    List<ScaleRun> runs = new ArrayList<>();
    ScalePoint.all(false).forEach(point -> runs.add(run(1, point, 100)));
    String sentence = "Where there are fewer sessions than threads (1) only so many threads call";

    new ScaleReport(runs, Map.of("callers", "4"), Map.of(), Map.of()).write(folder);
    assertThat(page()).contains("Each of the 4 threads", sentence);

    new ScaleReport(runs, Map.of("callers", "1"), Map.of(), Map.of()).write(folder);
    assertThat(page()).doesNotContain("fewer sessions than threads");
  }

  @Test
  void shouldSayWhichNodesWereNotWarm() throws IOException {
    List<ScaleRun> runs = new ArrayList<>();
    for (ScalePoint point : ScalePoint.all(false)) {
      runs.add(run(1, point, point.nodes() != 9, 100));
      runs.add(run(2, point, point.nodes() != 9 && point.backups() != 5, 100));
    }
    String sentence = "3 measurements were made on nodes that still got faster";
    ScaleReport report = new ScaleReport(runs, Map.of(), Map.of(), Map.of());

    report.write(folder);
    assertThat(page()).contains(sentence, "(9 nodes, backups 1; 6 nodes, backups 5)");
    assertThat(report.lines().toString()).contains(sentence);
    JsonNode points = new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
    assertThat(points.at("/points/7/notSteady").asInt()).as("9 nodes").isEqualTo(2);

    runs.removeIf(run -> !run.steady());
    new ScaleReport(runs, Map.of(), Map.of(), Map.of()).write(folder);
    assertThat(page()).doesNotContain("still got faster");
  }

  private String page() throws IOException {
    return Files.readString(folder.resolve("report.html"));
  }

  @Test
  void shouldReadBackTheLinesOfResults() {
    ScaleRun run = run(3, ScalePoint.all(true).get(0), 512.5);

    assertThat(run.line()).hasSameSizeAs(ScaleRun.COLUMNS);
    assertThat(ScaleRun.of(run.line())).isEqualTo(run);
  }

  /** Else the same command would not go on: it is another JVM. */
  @Test
  void shouldTellItsPointsInWordsThatAreTheSameInEveryJvm() throws IOException {
    List<ScalePoint> points =
        List.of(
            new ScalePoint(Axis.NODES, 2, 1, 100, true, 4),
            new ScalePoint(Axis.SESSIONS, 2, 1, 100, false, 8));
    ScaleSettings settings =
        new ScaleSettings(points, 1, 2, Duration.ofSeconds(1), Duration.ofSeconds(1), 1);

    new ScaleRuns(folder, settings, BedSettings.builder(folder, folder, "Node").build())
        .open(new Opening(false, new Origin(Map.of(), Map.of()), sentence -> {}));

    JsonNode kept = new ObjectMapper().readTree(folder.resolve("settings.json").toFile());
    assertThat(kept.at("/settings/points").asText())
        .isEqualTo("nodes:2/1/100/difference/4 sessions:2/1/100/whole/8");
  }

  private static List<Double> xs(List<ScalePoint> points, Axis axis) {
    return points.stream().filter(p -> p.axis() == axis).map(ScalePoint::x).distinct().toList();
  }

  private static ScaleRun run(int round, ScalePoint point, double cpu) {
    return run(round, point, true, cpu);
  }

  private static ScaleRun run(int round, ScalePoint point, boolean steady, double cpu) {
    return new ScaleRun(
        "2026-01-01T00:00:00Z", round, point, steady, 1_000, 900, 800, 3_000, 500, cpu, 200);
  }
}
