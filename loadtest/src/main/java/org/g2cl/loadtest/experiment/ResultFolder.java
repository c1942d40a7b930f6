package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.g2cl.loadtest.bed.BedException;

/** Folder with the results of an experiment and what they were made with. */
public final class ResultFolder {
  /** Setting that tells how many lines {@code results.csv} has in the end. */
  public static final String RUNS = "runs";

  /**
   * Files that experiments write, of this build and of earlier ones; no others of their directory
   * are ever moved.
   */
  public static final List<String> FILES =
      List.of(
          "accounts.csv",
          "backups.png",
          "backups.svg",
          BrokenRuns.FILE,
          "figure1.png",
          "figure1.svg",
          "footprints.csv",
          "heaps.csv",
          "live-heap.svg",
          "nodes.png",
          "nodes.svg",
          "report.html",
          "response-time.svg",
          "results.csv",
          "rolling.png",
          "rolling.svg",
          "sessions.png",
          "sessions.svg",
          "settings.json",
          "slices.csv",
          "state.png",
          "state.svg",
          "summary.json",
          "threads.svg",
          "timeline.csv",
          "timeline.png",
          "timeline.svg");

  static final String SETTINGS = "settings.json";
  private static final String RESULTS = "results.csv";
  private static final String REPORT = "report.html";

  private final Path directory;
  private final String experiment;
  private final Map<String, String> settings;
  private final List<String> columns;

  /**
   * Folder that nothing is looked at yet in.
   *
   * @param experiment name of the command
   * @param settings what must be the same for results to be compared, with {@link #RUNS}
   * @param columns of the results
   */
  public ResultFolder(
      Path directory, String experiment, Map<String, String> settings, List<String> columns) {
    this.directory = directory;
    this.experiment = experiment;
    this.settings = Origin.copy(settings);
    this.columns = List.copyOf(columns);
  }

  /**
   * Opens the results: those of an interrupted experiment with the same settings, which is then
   * gone on with, or new ones; those that are there are then moved, see {@link PreviousResults}.
   * Results without a line, of a start that was cut short, are not kept; a line of {@link
   * BrokenRuns} counts like one of results.
   *
   * @param opening whether to begin anew in any case, on what, and who is told
   * @param unfinished whether lines are missing
   * @throws BedException when an interrupted one had other settings, another build or another
   *     machine, the directory is the user's, see {@link #claim}, or files cannot be written
   */
  public CsvFile open(Opening opening, Predicate<CsvFile> unfinished) {
    Path results = directory.resolve(RESULTS);
    MadeWith now = MadeWith.of(settings, opening.origin());
    claim(directory);
    try {
      Path broken = directory.resolve(BrokenRuns.FILE);
      if (!holdsLines(results) && !holdsLines(broken)) {
        Files.deleteIfExists(results);
        Files.deleteIfExists(broken);
      } else if (opening.fresh() || !isInterrupted(unfinished, now)) {
        Path previous = PreviousResults.move(directory, Files.exists(results) ? results : broken);
        opening.said().accept("Earlier results are kept in " + previous);
      }
      CsvFile csv = CsvFile.open(results, columns);
      now.write(directory.resolve(SETTINGS));
      return csv;
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  /**
   * Makes a directory one of experiments, in which {@link #FILES} may be replaced.
   *
   * @throws BedException when it holds files and no results, and so is the user's; nothing in it is
   *     touched then
   */
  public static void claim(Path directory) {
    try {
      OwnDirectory.claim(directory);
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
  }

  private static BedException unwritable(Path directory, IOException e) {
    return BedException.environment(
        "the directory %s cannot be written (%s): name another one with --out"
            .formatted(directory, e.getMessage()),
        e);
  }

  /**
   * Failure to write a report, told so that the same directory is named again.
   *
   * @param experiment name of the command
   */
  public static BedException withoutReport(Path directory, String experiment, IOException e) {
    return BedException.environment(
        "the report cannot be written into %s (%s); what results.csv holds is kept: make room, then ./ha loadtest %s --report --out=%s"
            .formatted(directory, e.getMessage(), experiment, directory),
        e);
  }

  private static boolean holdsLines(Path table) throws IOException {
    return lines(table) > 0;
  }

  /** Lines besides that of the columns, whichever these are. */
  private static int lines(Path table) throws IOException {
    if (!Files.exists(table)) {
      return 0;
    }
    String text = Files.readString(table, StandardCharsets.ISO_8859_1); // half a letter at the end
    return (int) Math.max(0, text.chars().filter(c -> c == '\n').count() - 1);
  }

  /**
   * Opens another table that belongs to results that were opened; when those have no line yet, what
   * a start that was cut short has left in it is dropped.
   *
   * @throws BedException when it cannot be written
   */
  public CsvFile openBeside(CsvFile results, String file, List<String> itsColumns) {
    Path table = directory.resolve(file);
    try {
      if (results.rows().isEmpty()) {
        Files.deleteIfExists(table);
      }
    } catch (IOException e) {
      throw unwritable(directory, e);
    }
    return CsvFile.open(table, itsColumns);
  }

  /**
   * Opens results that are there, with whatever settings they were made.
   *
   * @throws BedException when there are none
   */
  public CsvFile openForReport() {
    if (!Files.exists(directory.resolve(RESULTS))) {
      throw BedException.environment(
          "no results are in %s: run ./ha loadtest %s first, or name the directory with --out"
              .formatted(directory, experiment));
    }
    return CsvFile.openToRead(directory.resolve(RESULTS), columns);
  }

  /** What the results were made with. */
  public MadeWith madeWith() {
    return MadeWith.read(directory.resolve(SETTINGS));
  }

  private boolean isInterrupted(Predicate<CsvFile> unfinished, MadeWith now) throws IOException {
    MadeWith then = madeWith();
    if (then.settings().isEmpty()) {
      return false;
    }
    String differences = then.differences(now);
    if (differences.isEmpty()) {
      CsvFile before = CsvFile.openToRead(directory.resolve(RESULTS), columns);
      return unfinished.test(before) || !Files.exists(directory.resolve(REPORT));
    }
    int made = lines(directory.resolve(RESULTS)); // another build may have other columns
    String planned = then.settings().getOrDefault(RUNS, "0");
    if (made >= Integer.parseInt(planned)) {
      return false; // finished, with other settings
    }
    throw BedException.environment(
        "%s holds %d of %s runs%s of an experiment that was interrupted, with other settings: %s. Give those again to go on with it, --fresh to begin anew, or another --out"
            .formatted(directory, made, planned, besides(), differences));
  }

  private String besides() throws IOException {
    int broken = lines(directory.resolve(BrokenRuns.FILE));
    return broken == 0 ? "" : " and %d that broke their bed".formatted(broken);
  }
}
