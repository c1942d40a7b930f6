package org.g2cl.loadtest.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Faults of a run, all chosen before it begins: the same seed makes the same faults. */
final class Schedule {
  private static final int SHORTEST_HOLD = 3;
  private static final int LONGEST_HOLD = 9;
  private static final int PICKS = 1 << 16;

  private Schedule() {}

  /**
   * Chooses the faults: each kind comes once before any comes again.
   *
   * @param every mean time from one to the next
   */
  static List<PlannedFault> of(long seed, List<FaultKind> kinds, Duration length, Duration every) {
    Random random = new Random(seed);
    List<PlannedFault> faults = new ArrayList<>();
    List<FaultKind> bag = new ArrayList<>();
    for (long at = every.toMillis() / 2; at < length.toMillis(); at += step(random, every)) {
      if (bag.isEmpty()) {
        bag.addAll(kinds);
        Collections.shuffle(bag, random);
      }
      Duration hold =
          Duration.ofSeconds(SHORTEST_HOLD + random.nextInt(LONGEST_HOLD - SHORTEST_HOLD + 1));
      faults.add(
          new PlannedFault(
              bag.remove(bag.size() - 1),
              Duration.ofMillis(at),
              hold,
              random.nextInt(PICKS),
              random.nextInt(PICKS)));
    }
    return faults;
  }

  private static long step(Random random, Duration every) {
    return Math.round(every.toMillis() * (0.8 + 0.4 * random.nextDouble()));
  }
}
