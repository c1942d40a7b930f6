package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.List;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.experiment.ExperimentRuns;
import org.g2cl.loadtest.experiment.Opening;
import org.g2cl.loadtest.experiment.Origin;
import org.g2cl.loadtest.experiment.ResultFolder;

/** Course of an experiment on the terminal: measured until all is there, then reported. */
final class ExperimentCourse {
  private final Terminal terminal;
  private final ExperimentRuns runs;
  private final String unit;

  /**
   * Creates one.
   *
   * @param unit what a measurement is called, of which more end in s
   */
  ExperimentCourse(Terminal terminal, ExperimentRuns runs, String unit) {
    this.terminal = terminal;
    this.runs = runs;
    this.unit = unit;
  }

  /**
   * Makes what is missing; what is made is kept, also when it is interrupted.
   *
   * @param origin machine and versions of now
   * @param held directory that no other experiment may use meanwhile
   * @param fresh begins anew in any case
   * @param plan said at the beginning; empty for nothing
   */
  @SuppressWarnings("try") // the directory is held as long as the experiment runs
  void measure(Tools tools, Origin origin, Path held, boolean fresh, String plan)
      throws InterruptedException {
    ResultFolder.claim(runs.directory()); // before anything is written there
    try (Workspace workspace = Workspace.take(held)) {
      runs.open(new Opening(fresh, origin, terminal::say));
      measure(tools, plan);
    }
  }

  private void measure(Tools tools, String plan) throws InterruptedException {
    try (InterruptGuard guard = InterruptGuard.of(terminal, runs::abort, this::kept)) {
      if (!plan.isEmpty()) {
        terminal.say(plan);
      }
      if (runs.made() > 0) {
        terminal.say("Going on after %s %d of %d".formatted(unit, runs.made(), runs.planned()));
      }
      try {
        runs.run(tools, new TerminalNarrator(terminal));
      } catch (RuntimeException e) {
        guard.awaitEndIfInterrupted();
        terminal.say(kept());
        throw e;
      }
    }
  }

  private String kept() {
    return runs.kept(unit);
  }

  /** Shows a report and the files that it was written to. */
  void tell(List<String> report, List<Path> files) {
    terminal.line("");
    report.forEach(terminal::line);
    terminal.line("");
    files.forEach(file -> terminal.line("  " + ShownPath.of(file)));
  }
}
