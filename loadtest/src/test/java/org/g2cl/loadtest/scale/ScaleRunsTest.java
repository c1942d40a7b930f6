package org.g2cl.loadtest.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.junit.jupiter.api.Test;

/** The smallest measurement of growth, on two real nodes. */
class ScaleRunsTest {
  private static final Path OUT = Path.of("target", "bed-test", "scale").toAbsolutePath();
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final List<String> said = new ArrayList<>();

  @Test
  void shouldMeasurePointsOfABedOneAfterTheOtherAndLeaveNothingRunning() throws Exception {
    ScaleRuns runs = new ScaleRuns(OUT, settings(), bed());
    runs.open(new Opening(true, new Origin(Map.of(), Map.of()), said::add));
    runs.run(Tools.none(), narrator());

    assertThat(runs.made()).isEqualTo(2).isEqualTo(runs.planned());
    assertThat(rows())
        .hasSize(2)
        .allSatisfy(
            row -> {
              assertThat(row.calls()).isGreaterThan(20);
              assertThat(row.mean()).isBetween(1.0, 1e6);
              assertThat(row.cpu()).as("processor time of the nodes").isPositive();
              assertThat(row.memory()).as("megabytes of a node").isBetween(20.0, 2_000.0);
            })
        .extracting(row -> row.point().sessions())
        .containsExactly(4, 8);
    assertThat(runs.report().write(OUT)).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    assertThat(said).anySatisfy(line -> assertThat(line).startsWith("2 nodes, backups 1"));
    assertThat(said).anySatisfy(line -> assertThat(line).contains("warm after"));
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }

  private static List<ScaleRun> rows() throws Exception {
    return Files.readAllLines(OUT.resolve("results.csv")).stream()
        .skip(1)
        .map(line -> ScaleRun.of(List.of(line.split(",", -1))))
        .toList();
  }

  private static ScaleSettings settings() {
    List<ScalePoint> points =
        List.of(
            new ScalePoint(ScalePoint.Axis.NODES, 2, 1, 100, true, 4),
            new ScalePoint(ScalePoint.Axis.SESSIONS, 2, 1, 100, false, 8));
    return new ScaleSettings(points, 1, 2, SECOND, SECOND, 1);
  }

  private static BedSettings bed() {
    return BedSettings.builder(
            OUT, OUT.resolveSibling("embedded-postgresql"), "org.g2cl.loadtest.command.Main")
        .business(1, NodeShape.ofHeap(96))
        .build();
  }

  private Narrator narrator() {
    return new Narrator() {
      @Override
      public void say(String line) {
        said.add(line);
      }

      @Override
      public void progress(String line) {
        // on a terminal it would be written over
      }
    };
  }
}
