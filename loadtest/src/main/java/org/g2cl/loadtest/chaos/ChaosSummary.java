package org.g2cl.loadtest.chaos;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/** What is told of a run when it has ended; all that is known also when no file can be written. */
public final class ChaosSummary {
  private static final int MOST_VIOLATIONS = 20;
  private final ChaosReport report;
  private final Path directory;

  /** Summary of a run with files in a directory. */
  public ChaosSummary(ChaosReport report, Path directory) {
    this.report = report;
    this.directory = directory;
  }

  /**
   * Tells the figures, writes the files and names them, and tells the verdict.
   *
   * @param line told each line
   * @param shown how a file is named
   * @throws java.io.UncheckedIOException when a file cannot be written; all is told nevertheless
   */
  public void tell(Consumer<String> line, Function<Path, ?> shown) {
    line.accept("");
    line.accept(ChaosFiles.table(report));
    line.accept("");
    try {
      ChaosFiles files = new ChaosFiles(directory);
      Path json = files.json(report);
      Path html = files.html(report);
      line.accept("  picture   " + shown.apply(html) + ", with what each time means");
      line.accept("  figures   " + shown.apply(json));
      line.accept("  history   " + shown.apply(Chaos.historyFile(directory)));
      line.accept("");
    } finally {
      line.accept(report.verdict());
      report.violations().stream()
          .limit(MOST_VIOLATIONS)
          .forEach(violation -> line.accept("  " + violation.kind() + "  " + violation.text()));
      report.whatHeld().ifPresent(text -> line.accept("  " + text));
    }
  }
}
