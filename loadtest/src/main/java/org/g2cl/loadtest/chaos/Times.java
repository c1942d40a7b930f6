package org.g2cl.loadtest.chaos;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Rows of a report that are times: the name of each, and what it means. */
enum Times {
  /** After kills. */
  CLOSED(
      "failover, socket closed",
      "for each session whose owner was killed: from the kill, or the begin of the first call after"
          + " it, until a call of the session was answered; only calls that had to leave the dead"
          + " owner count, and only until it starts again"),
  /** After a node fell silent. */
  SILENT("failover, silent", "the same where the owner was halted or cut off from everybody"),
  /** What a client waits though its owner is well. */
  WITHIN(
      "waits within a fault",
      "calls over 250 ms that began and ended while a fault lasted, whose owner did not fail: they"
          + " waited for a backup, or for the view"),
  /** What the length of the fault decides, and not the cluster. */
  THROUGH(
      "waits through a fault",
      "calls over 250 ms that began before a fault's end and ended only after it: what"
          + " they needed was out of reach until then, so what was left of the fault is part of them"),
  /** What coming back costs. */
  RETURNS(
      "waits at a return",
      "calls over 250 ms that began after a fault's end, when nodes were started again or the"
          + " network healed, and before all was whole: joins, merges, copies made again; of a"
          + " restart, all of it"),
  /** Calls without an owner. */
  CREATIONS(
      "waits of creations",
      "calls over 250 ms that created a session, from a fault until all was whole; they count in no"
          + " other row, since a session that is not there yet has no owner that could fail"),
  /** How long the group is not what it was. */
  WHOLE(
      "time to be whole",
      "for each fault: from when its nodes had started again or the network was healed until"
          + " every node answered, all were one group in one view and no copy was missing, and that"
          + " stayed so for 10 s (after kills with `--kills` for 1 s), which are not counted; how long a node"
          + " takes to start is not in it either");

  private final String row;
  private final String meaning;

  Times(String row, String meaning) {
    this.row = row;
    this.meaning = meaning;
  }

  /** Name of the row. */
  String row() {
    return row;
  }

  /** What it means, for people; Markdown. */
  String meaning() {
    return meaning;
  }

  /** Value of the row. */
  String of(List<Fault> faults) {
    return switch (this) {
      case CLOSED -> Failovers.of(faults, FaultKind::closesSockets).text();
      case SILENT -> Failovers.of(faults, FaultKind::isSilent).text();
      case WITHIN -> waits(faults, Waits::within);
      case THROUGH -> waits(faults, Waits::through);
      case RETURNS -> waits(faults, Waits::returns);
      case CREATIONS -> waits(faults, Waits::creations);
      case WHOLE -> wholeness(faults);
    };
  }

  private static String waits(List<Fault> faults, Function<Waits, List<Long>> sort) {
    return Failovers.of(faults, kind -> true, sort).text();
  }

  private static String wholeness(List<Fault> faults) {
    List<Double> times =
        faults.stream()
            .filter(fault -> fault.whole() > 0)
            .map(fault -> (fault.whole() - fault.healed()) / 1e6)
            .sorted()
            .toList();
    if (times.isEmpty()) {
      return Failovers.NO_SAMPLE;
    }
    double longest = times.get(times.size() - 1);
    return times.size() == 1
        ? String.format(Locale.ROOT, "%.1f s", longest)
        : String.format(
            Locale.ROOT, "median %.1f s, longest %.1f s", times.get(times.size() / 2), longest);
  }
}
