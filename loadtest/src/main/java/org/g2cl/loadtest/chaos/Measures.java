package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.List;

/** What is measured in a history: calls per second, and what clients waited for each fault. */
final class Measures {
  private static final long SECOND = 1_000_000;

  private final List<Fault> faults;
  private final List<Stopwatch> stopwatches;
  private final List<Second> seconds = new ArrayList<>();

  /**
   * A second of the run.
   *
   * @param answered calls that were answered in it
   * @param unanswered calls that were given up in it
   * @param longestMillis longest call that ended in it
   */
  record Second(int answered, int unanswered, long longestMillis) {
    private Second plus(Operation operation) {
      boolean answer = operation.outcome() != Outcome.UNKNOWN;
      return new Second(
          answered + (answer ? 1 : 0),
          unanswered + (answer ? 0 : 1),
          Math.max(longestMillis, operation.micros() / 1_000));
    }
  }

  Measures(List<Fault> faults) {
    this.faults = faults;
    this.stopwatches = faults.stream().map(Stopwatch::new).toList();
  }

  void add(Operation operation) {
    if (operation.end() == Long.MAX_VALUE) {
      return;
    }
    int second = (int) (operation.end() / SECOND);
    while (seconds.size() <= second) {
      seconds.add(new Second(0, 0, 0));
    }
    seconds.set(second, seconds.get(second).plus(operation));
    stopwatches.forEach(stopwatch -> stopwatch.add(operation));
  }

  /** The faults with what clients waited for them. */
  List<Fault> faults() {
    List<Fault> measured = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      measured.add(faults.get(i).with(stopwatches.get(i).waits()));
    }
    return measured;
  }

  List<Second> seconds() {
    return List.copyOf(seconds);
  }
}
