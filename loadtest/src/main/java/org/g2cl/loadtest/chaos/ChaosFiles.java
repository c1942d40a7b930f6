package org.g2cl.loadtest.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files of a run: {@code chaos.json}, {@code chaos.html}, and what a failed run leaves. */
public final class ChaosFiles {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Path directory;

  /** Files in a directory that exists. */
  public ChaosFiles(Path directory) {
    this.directory = directory;
  }

  /** Writes the figures; returns the file. */
  public Path json(ChaosReport report) {
    try {
      return Files.writeString(
          directory.resolve("chaos.json"), JSON.writeValueAsString(report.json()) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the page; returns the file. */
  public Path html(ChaosReport report) {
    try {
      return Files.writeString(directory.resolve("chaos.html"), new ChaosPage(report).html());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Copies report, history and logs to a directory that the next run does not empty; returns it.
   *
   * @param name its name, below the run's own directory
   */
  public Path keep(String name) {
    Path kept = directory.resolve(name);
    try {
      Files.createDirectories(kept.resolve("logs"));
      for (String file : new String[] {"chaos.json", "chaos.html", "history.tsv"}) {
        copy(directory.resolve(file), kept.resolve(file));
      }
      try (Stream<Path> logs = Files.list(directory.resolve("logs"))) {
        for (Path log : logs.toList()) {
          copy(log, kept.resolve("logs").resolve(log.getFileName()));
        }
      }
      return kept;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isRegularFile(from)) {
      Files.copy(from, to);
    }
  }

  /** The figures as lines of a table. */
  public static String table(ChaosReport report) {
    Map<String, String> rows = report.figures();
    int width = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    String format = "  %-" + width + "s  %s";
    return rows.entrySet().stream()
        .map(row -> String.format(format, row.getKey(), row.getValue()))
        .collect(Collectors.joining("\n"));
  }
}
