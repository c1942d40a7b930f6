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
          + " stayed so for 3 s at least (after kills and restarts for 1 s), which are not counted;"
          + " how long a node takes to start is not in it either");

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

  /** Value of the row, in words. */
  String of(List<Fault> faults) {
    Failovers waits = waits(faults);
    return this == WHOLE ? wholeness(waits) : waits.text();
  }

  /** Value of the row. */
  Failovers waits(List<Fault> faults) {
    return switch (this) {
      case CLOSED -> Failovers.of(faults, FaultKind::closesSockets);
      case SILENT -> Failovers.of(faults, FaultKind::isSilent);
      case WITHIN -> waits(faults, Waits::within);
      case THROUGH -> waits(faults, Waits::through);
      case RETURNS -> waits(faults, Waits::returns);
      case CREATIONS -> waits(faults, Waits::creations);
      case WHOLE -> Failovers.of(faults.stream().map(Times::untilWhole).toList());
    };
  }

  private static Failovers waits(List<Fault> faults, Function<Waits, List<Long>> sort) {
    return Failovers.of(faults, kind -> true, sort);
  }

  private static List<Long> untilWhole(Fault fault) {
    return fault.whole() == 0 ? List.of() : List.of((fault.whole() - fault.healed()) / 1_000);
  }

  private static String wholeness(Failovers times) {
    if (times.count() == 0) {
      return Failovers.NO_SAMPLE;
    }
    return times.count() == 1
        ? String.format(Locale.ROOT, "%.1f s", times.longest() / 1e3)
        : String.format(
            Locale.ROOT,
            "median %.1f s, longest %.1f s",
            times.median() / 1e3,
            times.longest() / 1e3);
  }
}
