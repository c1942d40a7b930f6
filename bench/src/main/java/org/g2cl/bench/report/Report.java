package org.g2cl.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.bench.worker.BenchException;
import org.g2cl.loadtest.command.Machine;
import org.g2cl.loadtest.report.LineChart;

/** What one measurement found: figures for JSON, tables for people, pictures. Not thread-safe. */
public final class Report {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final String name;
  private final String question;
  private final String when = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  private final String loadBefore = Machine.load();
  private final Map<String, Object> settings = new LinkedHashMap<>();
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private final List<Target> targets = new ArrayList<>();
  private final List<PaperFigure> papers = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final Map<String, LineChart> pictures = new LinkedHashMap<>();
  private boolean isQuick;

  /**
   * Report that is begun before the measurement.
   *
   * @param name of the measurement, and of its files
   * @param question what it answers
   */
  public Report(String name, String question) {
    this.name = name;
    this.question = question;
  }

  /** Name of the measurement. */
  public String name() {
    return name;
  }

  /** Says how it was measured. */
  public Report setting(String key, Object value) {
    settings.put(key, value);
    return this;
  }

  /** Says that it was a {@code --quick} run: in text, JSON and pictures. */
  public Report quick() {
    isQuick = true;
    pictures.values().forEach(picture -> picture.caption("a --quick run"));
    return this;
  }

  /** Adds figures, of what Jackson writes as JSON. */
  public Report figures(String key, Object value) {
    figures.put(key, value);
    return this;
  }

  /** Adds a target with its outcome. */
  public Report target(Target target) {
    targets.add(target);
    return this;
  }

  /** Adds what a paper found. */
  public Report paper(PaperFigure figure) {
    papers.add(figure);
    return this;
  }

  /** Adds what one must know to read the figures. */
  public Report note(String sentence) {
    notes.add(sentence);
    return this;
  }

  /** Adds a table for people. */
  public Report table(String title, Table table) {
    tables.put(title, table);
    return this;
  }

  /** Adds a picture; its file is named after the measurement and this suffix. */
  public Report picture(String suffix, LineChart picture) {
    pictures.put(suffix, picture);
    return this;
  }

  /**
   * Writes JSON and pictures into a folder, which is made when missing; returns the files.
   *
   * @throws BenchException when they cannot be written
   */
  public List<Path> write(Path folder) {
    try {
      Files.createDirectories(folder);
      List<Path> files = new ArrayList<>();
      files.add(
          Files.writeString(
              folder.resolve(name + ".json"), JSON.writeValueAsString(content()) + "\n"));
      for (Map.Entry<String, LineChart> picture : pictures.entrySet()) {
        Path file = folder.resolve(name + "-" + picture.getKey() + ".svg");
        files.add(Files.write(file, picture.getValue().svg()));
      }
      return files;
    } catch (IOException e) {
      throw new BenchException(
          "the report cannot be written into %s (%s): see that the disk has space, or name another folder with --out; the figures are above"
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private Map<String, Object> content() {
    Map<String, Object> content = new LinkedHashMap<>();
    content.put("measurement", name);
    content.put("question", question);
    content.put("when", when);
    content.put("quick", isQuick);
    content.put("machine", BenchMachine.description());
    content.put("loadBefore", loadBefore);
    content.put("loadAfter", Machine.load());
    content.put("settings", settings);
    content.put("figures", figures);
    content.put("targets", targets);
    content.put("papers", papers);
    content.put("notes", notes);
    return content;
  }

  /** The report as lines for the terminal. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(name + ": " + question);
    if (isQuick) {
      lines.add(
          "A --quick run: it shows that the measurement works, its figures are worth little.");
    }
    tables.forEach(
        (title, table) -> {
          lines.add("");
          lines.add(title);
          table.lines().forEach(line -> lines.add("  " + line));
        });
    section(lines, "Targets", targets.stream().map(Target::sentence).toList());
    section(
        lines, "Papers", papers.stream().map(p -> p.figure() + " [" + p.source() + "]").toList());
    section(lines, "To know", notes);
    List<String> how = new ArrayList<>();
    settings.forEach((key, value) -> how.add(key + ": " + value));
    BenchMachine.description().forEach((key, value) -> how.add(key + ": " + value));
    how.add("load average before and after: " + loadBefore + "; " + Machine.load());
    section(lines, "How", how);
    return lines;
  }

  private static void section(List<String> lines, String title, List<String> content) {
    if (!content.isEmpty()) {
      lines.add("");
      lines.add(title);
      content.forEach(line -> lines.add("  " + line));
    }
  }
}
