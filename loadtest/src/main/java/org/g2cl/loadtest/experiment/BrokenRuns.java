package org.g2cl.loadtest.experiment;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.g2cl.loadtest.bed.KeptLogs;

/**
 * Runs that broke their bed: the table {@code broken.csv} beside the results, a line each of when,
 * which run, and why. It outlives an interruption as results do, also before the first of these.
 */
public final class BrokenRuns {
  static final String FILE = "broken.csv";

  private final Path directory;
  private final CsvFile table;

  private BrokenRuns(Path directory, CsvFile table) {
    this.directory = directory;
    this.table = table;
  }

  /**
   * Opens the table of results that were opened by {@link ResultFolder#open}.
   *
   * @param run columns that tell a run
   */
  public static BrokenRuns open(Path directory, List<String> run) {
    return new BrokenRuns(directory, CsvFile.open(directory.resolve(FILE), columns(run)));
  }

  /** Opens the table only to report it; without a line when it is missing. */
  public static BrokenRuns openToRead(Path directory, List<String> run) {
    return new BrokenRuns(directory, CsvFile.openToRead(directory.resolve(FILE), columns(run)));
  }

  private static List<String> columns(List<String> run) {
    return line("when", run, "why");
  }

  private static List<String> line(String when, List<String> run, String why) {
    List<String> line = new ArrayList<>(run);
    line.add(0, when);
    line.add(why);
    return line;
  }

  /**
   * Lines as what they mean.
   *
   * @param reader meaning of a line: when (ISO-8601), the run's columns, why
   */
  public <T> List<T> rows(Function<List<String>, T> reader) {
    return table.rows(reader);
  }

  /**
   * Keeps that a run broke its bed, and the bed's logs.
   *
   * @param run values of the columns that tell the run
   * @param name of the run, for the logs' folder
   * @param logs the bed's, which its next start deletes
   * @return where the logs are, to be put after the failure
   */
  public String keep(List<String> run, String name, RuntimeException failure, Path logs) {
    String kept = new KeptLogs(directory).keep(name, logs);
    String why = (failure.getMessage() + kept).replaceAll("\\s+", " ").replace(',', ';');
    table.append(line(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), run, why));
    return kept;
  }
}
