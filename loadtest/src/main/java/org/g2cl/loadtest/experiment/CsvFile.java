package org.g2cl.loadtest.experiment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.g2cl.loadtest.bed.BedException;

/**
 * Table of results that grows line by line and survives an interruption: each line is on the disk
 * before the next run begins, and one that was cut off is dropped when the file is opened again.
 * Opening takes no room on the disk that the lines do not have already.
 *
 * <p>Values hold neither commas nor line breaks. Not thread-safe.
 */
public final class CsvFile {
  private final Path file;
  private final List<String> columns;
  private final boolean readOnly;
  private final List<Row> rows = new ArrayList<>();
  private int lines;

  /**
   * A line.
   *
   * @param number in the file, from 1
   */
  private record Row(int number, List<String> values) {}

  private CsvFile(Path file, List<String> columns, boolean readOnly) {
    this.file = file;
    this.columns = List.copyOf(columns);
    this.readOnly = readOnly;
  }

  /**
   * Opens a file and reads the lines that it holds; makes it when missing.
   *
   * @throws BedException when it cannot be read or written, or holds other columns
   */
  public static CsvFile open(Path file, List<String> columns) {
    CsvFile csv = new CsvFile(file, columns, false);
    try {
      csv.cut(csv.read());
      if (csv.lines == 0) {
        csv.write(columns);
      }
      return csv;
    } catch (IOException e) {
      throw csv.unusable(e);
    }
  }

  /**
   * Reads the lines that a file holds, none when it is missing; nothing is written, so a full disk
   * does not matter.
   *
   * @throws BedException when it cannot be read, or holds other columns
   */
  public static CsvFile openToRead(Path file, List<String> columns) {
    CsvFile csv = new CsvFile(file, columns, true);
    try {
      csv.read();
      return csv;
    } catch (IOException e) {
      throw BedException.environment(
          "the results in %s cannot be read (%s): allow this user to, or name another directory with --out"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Lines that it holds, without that of the columns. */
  public List<List<String>> rows() {
    return rows.stream().map(Row::values).toList();
  }

  /**
   * Lines as what they mean.
   *
   * @param reader meaning of a line; throws an IllegalArgumentException when it has none
   * @throws BedException when a line has none; it names the file and the line
   */
  public <T> List<T> rows(Function<List<String>, T> reader) {
    return rows.stream().map(row -> read(row, reader)).toList();
  }

  private <T> T read(Row row, Function<List<String>, T> reader) {
    try {
      return reader.apply(row.values());
    } catch (IllegalArgumentException e) {
      throw BedException.environment(
          "%s, line %d, is damaged or of another version (%s): mend it or delete it, or give another --out"
              .formatted(file, row.number(), e.getMessage()),
          e);
    }
  }

  /**
   * Adds a line; on return it is on the disk.
   *
   * @throws BedException when it cannot be written; the lines before are kept
   */
  public void append(List<String> row) {
    if (readOnly) {
      throw new IllegalStateException(file + " is open to be read only");
    }
    if (row.size() != columns.size()) {
      throw new IllegalArgumentException(
          "%d values for the %d columns %s".formatted(row.size(), columns.size(), columns));
    }
    try {
      write(row);
      rows.add(new Row(lines, List.copyOf(row)));
    } catch (IOException e) {
      throw unusable(e);
    }
  }

  /** A text as a value of a line: in one line, its commas semicolons. */
  public static String value(String text) {
    return text.replaceAll("\\s+", " ").replace(',', ';');
  }

  /** Takes the whole lines; returns how many bytes they have. */
  private int read() throws IOException {
    if (!Files.exists(file) || Files.size(file) == 0) {
      return 0;
    }
    byte[] bytes = Files.readAllBytes(file);
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    take(new String(bytes, 0, whole, StandardCharsets.UTF_8).lines().toList());
    return whole;
  }

  /** Drops half a line, in its place: to write the others again would need room. */
  private void cut(int whole) throws IOException {
    if (Files.exists(file) && Files.size(file) > whole) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(whole);
      }
    }
  }

  private void take(List<String> all) {
    if (all.isEmpty()) {
      return;
    }
    if (!all.get(0).equals(String.join(",", columns))) {
      throw BedException.environment(
          "%s holds the columns %s, not %s: another version wrote it; move it away, or give another --out"
              .formatted(file, all.get(0), String.join(",", columns)));
    }
    for (String line : all) {
      lines++;
      rows.add(new Row(lines, List.of(line.split(",", -1))));
    }
    rows.remove(0); // the columns
    rows.removeIf(row -> row.values().size() != columns.size());
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
    lines++;
  }

  private BedException unusable(IOException e) {
    return BedException.environment(
        "the results cannot be kept in %s (%s); the %d lines before are kept: make room and give the same command again; with another --out it begins anew"
            .formatted(file, e.getMessage(), rows.size()),
        e);
  }
}
