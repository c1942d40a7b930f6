package org.g2cl.loadtest.failover;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.g2cl.loadtest.statistics.Summary;

/** Table of how long failures took: a row for each time that is taken of a kind, milliseconds. */
final class TimesTable {
  /** Titles of the columns, those of numbers with a # before them. */
  static final List<String> HEAD =
      List.of("failure", "time", "#seen", "#mean", "#95 % interval", "#median", "#longest");

  private static final String ROW = "  %-16s %-16s %9s %9s %19s %9s %9s";

  private TimesTable() {}

  static List<List<String>> rows(List<KindSummary> kinds) {
    List<List<String>> rows = new ArrayList<>();
    for (KindSummary kind : kinds) {
      Disturbance made = kind.disturbance();
      if (made != Disturbance.ROLLING) {
        rows.add(row(kind, "noticed", kind.detection()));
      }
      rows.add(row(kind, "copies whole", kind.redundancy()));
      if (made != Disturbance.KILL) {
        rows.add(row(kind, "together again", kind.whole()));
      }
      if (made == Disturbance.ROLLING) {
        rows.add(row(kind, "whole roll", kind.rollMillis()));
      }
      rows.add(row(kind, "90 % throughput", kind.recovery()));
    }
    return rows;
  }

  private static List<String> row(KindSummary kind, String time, Summary summary) {
    int seen = summary == null ? 0 : summary.rounds();
    List<String> row = new ArrayList<>();
    row.add(kind.disturbance().label());
    row.add(time);
    row.add("%d of %d".formatted(seen, kind.times()));
    row.addAll(summary == null ? List.of("–", "–", "–", "–") : figures(summary));
    return row;
  }

  private static List<String> figures(Summary summary) {
    return List.of(
        millis(summary.mean()),
        interval(summary),
        millis(summary.median()),
        millis(summary.greatest()));
  }

  /** The mean's, which one value does not have. */
  static String interval(Summary summary) {
    return summary.rounds() - summary.outliers() < 2
        ? "–"
        : millis(Math.max(0, summary.low95())) + " to " + millis(summary.high95());
  }

  /** The table for the terminal. */
  static List<String> lines(List<KindSummary> kinds) {
    List<String> lines = new ArrayList<>();
    lines.add(line(HEAD).replace("#", ""));
    rows(kinds).forEach(row -> lines.add(line(row)));
    return lines;
  }

  private static String line(List<String> row) {
    return ROW.formatted(row.toArray());
  }

  static String millis(double millis) {
    return String.format(Locale.ROOT, "%,.0f", millis);
  }
}
