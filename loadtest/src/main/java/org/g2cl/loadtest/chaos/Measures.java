package org.g2cl.loadtest.chaos;

import java.util.ArrayList;
import java.util.List;

/** What is measured in a history: calls per second, and the stalls that each fault caused. */
final class Measures {
  private static final long SECOND = 1_000_000;
  private static final long LONG_CALL = 1_000_000;

  private final List<Fault> faults;
  private final List<List<Long>> stalls = new ArrayList<>();
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
    faults.forEach(fault -> stalls.add(new ArrayList<>()));
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
    for (int i = 0; i < faults.size(); i++) {
      if (stalled(operation, faults.get(i))) {
        long from = Math.max(operation.begin(), faults.get(i).begin());
        stalls.get(i).add((operation.end() - from) / 1_000);
      }
    }
  }

  /** Whether the call met the fault: it left a victim, or lasted long while the fault did. */
  private static boolean stalled(Operation operation, Fault fault) {
    boolean met = operation.end() >= fault.begin() && operation.begin() <= fault.healed();
    return met
        && (fault.victims().contains(operation.failedFrom()) || operation.micros() > LONG_CALL);
  }

  /** The faults with the stalls that they caused. */
  List<Fault> faults() {
    List<Fault> measured = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      measured.add(faults.get(i).withStalls(List.copyOf(stalls.get(i))));
    }
    return measured;
  }

  List<Second> seconds() {
    return List.copyOf(seconds);
  }
}
