package org.g2cl.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Table of text; the first column is aligned to the left, all others to the right. */
public final class Table {
  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  /** Table with these columns and no rows. */
  public Table(String... columns) {
    head = List.of(columns);
  }

  /** Adds a row; numbers are written with about four digits. */
  public Table row(Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(text(cell));
    }
    rows.add(row);
    return this;
  }

  /** A number with about four digits and its thousands parted. */
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    double size = Math.abs(value);
    String pattern =
        size >= 100 || value == Math.rint(value) ? "%,.0f" : size >= 10 ? "%.1f" : "%.3f";
    return String.format(Locale.ROOT, pattern, value);
  }

  /**
   * Both ends of an interval of a positive quantity, as numbers; Student's of few rounds that
   * differ much reaches below zero, and says nothing.
   */
  public static String interval(double low, double high) {
    if (low == high) {
      return "–"; // of one value there is none
    }
    return low <= 0 ? "too few rounds" : number(low) + " – " + number(high);
  }

  private static String text(Object cell) {
    return cell instanceof Number number ? number(number.doubleValue()) : String.valueOf(cell);
  }

  /** The lines of the table. */
  public List<String> lines() {
    int[] widths =
        IntStream.range(0, head.size())
            .map(
                column ->
                    Math.max(
                        head.get(column).length(),
                        rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0)))
            .toArray();
    List<String> lines = new ArrayList<>();
    lines.add(line(head, widths));
    rows.forEach(row -> lines.add(line(row, widths)));
    return lines;
  }

  private static String line(List<String> cells, int[] widths) {
    return IntStream.range(0, cells.size())
        .mapToObj(i -> String.format("%" + (i == 0 ? "-" : "") + widths[i] + "s", cells.get(i)))
        .collect(Collectors.joining("  "))
        .stripTrailing();
  }
}
