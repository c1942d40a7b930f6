package org.g2cl.loadtest.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.experiment.BrokenRuns;
import org.g2cl.loadtest.experiment.CsvFile;
import org.g2cl.loadtest.experiment.Interruption;
import org.g2cl.loadtest.experiment.Narrator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {
  private static final PaperSettings SETTINGS = StepTest.settings(3);

  @TempDir private Path folder;

  private final List<String> said = new ArrayList<>();
  private final Set<Contender> running = new HashSet<>();
  private final List<Contender> alive = new ArrayList<>();
  private final Interruption interruption = new Interruption();
  private int starts;
  private int runs;
  private int breakAtRun = -1;
  private int breaks;
  private Contender cannotBeClosed;
  private CsvFile results;
  private BrokenRuns broken;

  @BeforeEach
  void open() {
    results = CsvFile.open(folder.resolve("results.csv"), Run.COLUMNS);
    broken = BrokenRuns.open(folder, Broken.RUN);
  }

  @Test
  void shouldMakeAllRunsWithOneSystemRunningAtATime() throws InterruptedException {
    experiment().run();

    List<Run> made = Experiment.runs(results);
    assertThat(made.stream().map(Run::step)).containsExactlyElementsOf(Step.plan(SETTINGS));
    assertThat(made.stream().map(Run::start).distinct()).containsExactly(1, 2);
    assertThat(starts).isEqualTo(6);
    assertThat(alive).isEmpty();
  }

  @Test
  void shouldGoOnWhereItWasInterrupted() throws InterruptedException {
    breakAtRun = 8;
    breaks = 3;
    assertThatThrownBy(() -> experiment().run())
        .isInstanceOf(BedException.class)
        .hasMessage("broken on purpose");
    assertThat(Experiment.runs(results)).hasSize(7);
    assertThat(alive).isEmpty();

    breaks = 0;
    results = CsvFile.open(folder.resolve("results.csv"), Run.COLUMNS);
    experiment().run();

    assertThat(Experiment.runs(results).stream().map(Run::step))
        .containsExactlyElementsOf(Step.plan(SETTINGS));
    assertThat(Experiment.remaining(SETTINGS, Experiment.runs(results))).isEmpty();
  }

  @Test
  void shouldStartAllSystemsAnewWhenOneBreaks() throws InterruptedException {
    breakAtRun = 5;
    breaks = 1;

    experiment().run();

    assertThat(Experiment.runs(results)).hasSize(SETTINGS.runs());
    assertThat(starts).isEqualTo(9);
    assertThat(said).anyMatch(sentence -> sentence.contains("broke with"));
    assertThat(Experiment.runs(results).stream().map(Run::start).distinct())
        .containsExactly(1, 2, 3);
  }

  @Test
  void shouldCloseAllSystemsWhenOneCannotBeClosed() {
    breakAtRun = 5;
    breaks = 1;
    cannotBeClosed = Contender.NONE;

    assertThatThrownBy(() -> experiment().run())
        .isInstanceOf(BedException.class)
        .hasMessage("its host is gone");
    assertThat(alive).containsExactly(Contender.NONE);
  }

  /** The next start of the system deletes them. */
  @Test
  void shouldKeepTheLogsOfASystemThatBrokeAndSayWhere() throws Exception {
    breakAtRun = 5;
    breaks = 1;
    Step step = Step.plan(SETTINGS).get(4);

    experiment().run();

    Path kept =
        folder.resolve(
            "broken/1-%s-%d-clients/logs".formatted(step.system().word(), step.clients()));
    assertThat(kept.resolve("business1.log")).content().matches("start [1-3]");
    assertThat(said)
        .anyMatch(line -> line.endsWith("broken on purpose (its logs are kept in " + kept + ")"));
  }

  @Test
  void shouldKeepARunThatBrokeInAFileOfItsOwn() throws InterruptedException {
    breakAtRun = 5;
    breaks = 1;

    experiment().run();

    BrokenRuns again = BrokenRuns.open(folder, Broken.RUN);
    assertThat(again.rows(Broken::of))
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.step()).isEqualTo(Step.plan(SETTINGS).get(4));
              assertThat(run.start()).isEqualTo(1);
              assertThat(run.why()).contains("broken on purpose", "/broken/1-");
            });
    assertThat(Experiment.runs(results)).hasSize(SETTINGS.runs());
  }

  @Test
  void shouldKeepTheLogsAlsoWhenItGivesUp() {
    breakAtRun = 8;
    breaks = 3;

    assertThatThrownBy(() -> experiment().run()).isInstanceOf(BedException.class);

    assertThat(folder.resolve("broken")).isDirectoryContaining("glob:**/3-*");
    assertThat(broken.rows(Broken::of)).hasSize(3);
    assertThat(said.get(said.size() - 1)).contains("broke with", folder + "/broken/3-");
  }

  /** Else Ctrl-C would push out the logs of what broke. */
  @Test
  void shouldKeepNothingOfABedThatWasInterrupted() {
    breakAtRun = 5;
    breaks = 1;
    interruption.come();

    assertThatThrownBy(() -> experiment().run()).hasMessage("broken on purpose");

    assertThat(folder.resolve("broken")).doesNotExist();
    assertThat(broken.rows(Broken::of)).isEmpty();
    assertThat(said).noneMatch(line -> line.contains("broke with"));
  }

  private Experiment experiment() {
    return new Experiment(
        SETTINGS,
        FakeSubject::new,
        results,
        broken,
        interruption,
        new Narrator() {
          @Override
          public void say(String sentence) {
            said.add(sentence);
          }

          @Override
          public void progress(String line) {
            assertThat(line).contains("left");
          }
        });
  }

  /** System that takes no time. */
  private final class FakeSubject implements Subject {
    private final Contender system;

    FakeSubject(Contender system) {
      this.system = system;
      starts++;
      alive.add(system);
      running.add(system);
      writeLog("start " + starts);
    }

    private void writeLog(String text) {
      try {
        Files.writeString(Files.createDirectories(logs()).resolve("business1.log"), text);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Path logs() {
      return folder.resolve("beds").resolve(system.word()).resolve("logs");
    }

    @Override
    public void warmUp(int clients, Duration length) {
      assertThat(running).containsExactly(system);
    }

    @Override
    public Measurement measure(int clients, Duration ramp, Duration length) {
      assertThat(running).containsExactly(system);
      runs++;
      if (runs >= breakAtRun && breaks > 0) {
        breaks--;
        throw BedException.bed("broken on purpose");
      }
      return figures(clients);
    }

    @Override
    public void pause() {
      running.remove(system);
    }

    @Override
    public void resume() {
      running.add(system);
    }

    @Override
    public void close() {
      if (system == cannotBeClosed) {
        throw BedException.bed("its host is gone");
      }
      running.remove(system);
      alive.remove(system);
    }
  }

  static Measurement figures(double mean) {
    return new Measurement(
        2,
        1000,
        0,
        mean,
        mean * 0.9,
        mean * 2,
        mean * 3,
        mean * 9,
        500,
        600,
        mean / 10,
        0.4,
        0.1,
        0.05,
        0.45,
        0.2);
  }
}
