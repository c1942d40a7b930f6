package org.g2cl.loadtest.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.g2cl.loadtest.report.Report;
import org.g2cl.loadtest.report.ReportWriter;
import org.g2cl.loadtest.report.Timeline;

/**
 * What a demo leaves in its directory, and says of it.
 *
 * <p>The figures are written when all else is: they tell programs how the run has ended, and so
 * does the exit code, which is another one when a file cannot be written.
 */
final class DemoResults {
  private final Path directory;
  private final Terminal terminal;

  DemoResults(Path directory, Terminal terminal) {
    this.directory = directory;
    this.terminal = terminal;
  }

  /**
   * Says it, writes it, and says how it has ended.
   *
   * @throws UncheckedIOException when a file cannot be written; then there is no verdict, and no
   *     file of figures
   */
  void tell(Report report, Timeline timeline) {
    ReportWriter writer = new ReportWriter(directory);
    terminal.line("");
    terminal.line(ReportWriter.table(report));
    terminal.line("");
    String pictures = pictures(writer, report, timeline);
    keep(timeline.whole().requests());
    Path figures = writer.json(report);
    terminal.line(pictures);
    terminal.line("  figures   " + ShownPath.of(figures));
    terminal.line("  logs      " + ShownPath.of(directory.resolve("logs")));
    terminal.line("");
    terminal.line(report.verdict());
    report.doubts().forEach(doubt -> terminal.line("  " + doubt));
  }

  private static String pictures(ReportWriter writer, Report report, Timeline timeline) {
    try {
      return "  pictures  " + ShownPath.of(writer.html(report, timeline));
    } catch (IllegalStateException e) {
      return "  " + e.getMessage();
    }
  }

  /** A file that says that the run came to its end. */
  private void keep(long requests) {
    try {
      Files.writeString(
          directory.resolve("finished"),
          String.format(Locale.ROOT, "%s %d requests%n", Instant.now(), requests));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
