package org.g2cl.loadtest.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes a report: {@code report.json}, {@code report.html}, and a table for the terminal. */
public final class ReportWriter {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;

  /** Writer into a directory that exists. */
  public ReportWriter(Path directory) {
    this.directory = directory;
  }

  /** Writes the figures; returns the file. */
  public Path json(Report report) {
    Path whole = write("report.json.part", text(report)); // a full disk leaves no half of it
    try {
      return Files.move(
          whole, directory.resolve("report.json"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes the page with the pictures; returns the file.
   *
   * @throws IllegalStateException when this machine's Java cannot draw; it says how to mend it
   */
  public Path html(Report report, Timeline timeline) {
    try {
      return write("report.html", new ReportPage(report, timeline).html());
    } catch (LinkageError | InternalError | NullPointerException e) {
      // a Java without fonts fails in its font manager with any of these
      throw new IllegalStateException(
          "the pictures of report.html could not be drawn ("
              + e
              + "): this Java finds no fonts; install them: apt-get install fontconfig fonts-dejavu-core",
          e);
    }
  }

  /** The figures as lines of a table. */
  public static String table(Report report) {
    Map<String, String> rows = Figures.of(report);
    int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    String format = "  %-" + width + "s  %s";
    return rows.entrySet().stream()
        .map(row -> String.format(format, row.getKey(), row.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String text(Report report) {
    try {
      return JSON.writeValueAsString(report) + "\n";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
