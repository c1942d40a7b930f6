package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.loadtest.bed.BedException;

/**
 * Table of results that grows line by line and survives an interruption: each line is on the disk
 * before the next run begins, and one that was cut off is dropped when the file is opened again.
 *
 * <p>Values hold neither commas nor line breaks. Not thread-safe.
 */
public final class CsvFile {
  private final Path file;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  private CsvFile(Path file, List<String> columns) {
    this.file = file;
    this.columns = List.copyOf(columns);
  }

  /**
   * Opens a file and reads the lines that it holds; makes it when missing.
   *
   * @throws BedException when it cannot be read or written, or holds other columns
   */
  public static CsvFile open(Path file, List<String> columns) {
    CsvFile csv = new CsvFile(file, columns);
    try {
      if (Files.exists(file) && Files.size(file) > 0) {
        csv.read();
      } else {
        csv.write(columns);
      }
      return csv;
    } catch (IOException e) {
      throw csv.unusable(e);
    }
  }

  /** The file. */
  public Path file() {
    return file;
  }

  /** Lines that it holds, without that of the columns. */
  public List<List<String>> rows() {
    return List.copyOf(rows);
  }

  /**
   * Adds a line; on return it is on the disk.
   *
   * @throws BedException when it cannot be written; the lines before are kept
   */
  public void append(List<String> row) {
    if (row.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%d values for the %d columns %s".formatted(row.size(), columns.size(), columns));
    }
    try {
      write(row);
      rows.add(List.copyOf(row));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  private void read() throws IOException {
    String text = Files.readString(file);
    int whole = text.lastIndexOf('\n') + 1;
    if (whole < text.length()) {
      text = text.substring(0, whole);
      Files.writeString(file, text);
    }
    List<String> lines = text.lines().toList();
    if (lines.isEmpty()) {
      write(columns);
      return;
    }
    if (!lines.get(0).equals(String.join(",", columns))) {
      throw BedException.environment(
          "%s holds the columns %s, not %s: another version wrote it; move it away, or begin anew with --fresh"
              .formatted(file, lines.get(0), String.join(",", columns)));
    }
    lines.stream().skip(1).map(line -> List.of(line.split(",", -1))).forEach(rows::add);
    rows.removeIf(row -> row.size() != columns.size());
  }

  private void write(List<String> values) throws IOException {
    String line = String.join(",", values);
    if (line.lines().count() != 1 || line.split(",", -1).length != values.size()) {
      throw new IllegalArgumentException("a comma or a line break in the values " + values);
    }
    Files.write(
        file,
        (line + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.SYNC);
  }

  private BedException unusable(IOException e) {
    return BedException.environment(
        "the results cannot be kept in %s (%s); the %d lines before are kept: make room and give the same command again; with another --out it begins anew"
            .formatted(file, e.getMessage(), rows.size()),
        e);
  }
}
