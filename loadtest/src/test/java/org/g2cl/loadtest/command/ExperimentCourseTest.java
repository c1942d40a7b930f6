package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.Narrator;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentCourseTest {
  private final StringWriter out = new StringWriter();
  private boolean opened;

  @TempDir private Path directory;

  @Test
  void shouldWriteNothingIntoADirectoryOfTheUsers() throws IOException {
    Path theirs = Files.writeString(directory.resolve("pom.xml"), "theirs");
    ExperimentCourse course =
        new ExperimentCourse(
            new Terminal(new PrintWriter(out, true), false), new EmptyRuns(), "run");

    assertThatThrownBy(
            () ->
                course.measure(
                    Tools.none(),
                    new Origin(Map.of(), Map.of()),
                    directory.resolve("held"),
                    true,
                    ""))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("--out " + directory + " holds pom.xml");

    assertThat(opened).isFalse();
    try (var files = Files.list(directory)) {
      assertThat(files).containsExactly(theirs);
    }
  }

  /** Experiment of nothing. */
  private final class EmptyRuns implements ExperimentRuns {
    @Override
    public Path directory() {
      return directory;
    }

    @Override
    public void open(Opening opening) {
      opened = true;
    }

    @Override
    public void openForReport() {
      // it is not asked for
    }

    @Override
    public int made() {
      return 0;
    }

    @Override
    public int planned() {
      return 0;
    }

    @Override
    public void run(Tools tools, Narrator narrator) {
      // nothing is missing
    }

    @Override
    public void abort() {
      // nothing runs
    }
  }
}
