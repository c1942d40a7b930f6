package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.LoadTools;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.g2cl.loadtest.soak.SoakReport;
import org.g2cl.loadtest.soak.SoakRuns;
import org.g2cl.loadtest.soak.SoakSettings;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A soak of seconds on a small bed: real httpd, PostgreSQL and processes, nodes without beans. */
class SoakTest {
  private static final Path OUT = Path.of("target", "bed-test", "soak").toAbsolutePath();

  private final List<String> said = new ArrayList<>();

  @BeforeAll
  static void needTools() {
    LoadTools.orSkip();
  }

  @Test
  void shouldLoadAtHalfOfThePeakAndAuditAndLeaveNothingRunning() throws InterruptedException {
    SoakRuns runs = new SoakRuns(OUT, settings(), bed());
    runs.open(new Opening(true, new Origin(Map.of(), Map.of()), said::add));
    runs.run(Tools.find(), narrator());

    assertThat(runs.made()).isEqualTo(2);
    SoakReport report = runs.report();
    String lines = String.join("\n", report.lines());
    assertThat(lines)
        .contains("failed 0; lost writes 0, doubled 0; orders missing 0, doubled 0")
        .contains("business1 ", "web1 ");
    assertThat(report.write(OUT)).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    assertThat(said).anySatisfy(line -> assertThat(line).startsWith("Peak "));
    assertThat(ProcessHandle.current().descendants().filter(ProcessHandle::isAlive)).isEmpty();
  }

  private static SoakSettings settings() {
    Duration second = Duration.ofSeconds(1);
    return new SoakSettings(4, Duration.ofSeconds(4), 2, 0.5, second, second);
  }

  private static BedSettings bed() {
    return BedSettings.builder(
            OUT.resolve("bed"), OUT.resolveSibling("embedded-postgresql"), StandIns.class.getName())
        .business(2, NodeShape.ofHeap(48))
        .web(1, NodeShape.ofHeap(48))
        .replication(true, 1)
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
