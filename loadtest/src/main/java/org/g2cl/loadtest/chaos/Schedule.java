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

  /** Longer than the failover of a closed socket may take. */
  private static final Duration CLOSED_HOLD = Duration.ofSeconds(2);

  /** Twice as long, as cuts last, is longer than the failover from a silent node may take. */
  private static final Duration SILENT_HOLD = Duration.ofSeconds(7);

  private Schedule() {}

  /**
   * Chooses the faults: each kind comes once before any comes again.
   *
   * @param every mean time from the earliest begin of one to that of the next
   */
  static List<PlannedFault> of(long seed, List<FaultKind> kinds, Duration length, Duration every) {
    Faults faults = new Faults(new Random(seed), kinds);
    for (long at = every.toMillis() / 2; at < length.toMillis(); at += faults.step(every)) {
      FaultKind kind = faults.kind();
      Duration hold =
          Duration.ofSeconds(
              SHORTEST_HOLD + faults.random.nextInt(LONGEST_HOLD - SHORTEST_HOLD + 1));
      faults.plan(kind, Duration.ofMillis(at), hold);
    }
    return faults.planned;
  }

  /**
   * Chooses so many faults, none later than the one before has been got over, and each only as long
   * as failovers take.
   */
  static List<PlannedFault> of(long seed, List<FaultKind> kinds, int count) {
    Faults faults = new Faults(new Random(seed), kinds);
    for (int i = 0; i < count; i++) {
      FaultKind kind = faults.kind();
      faults.plan(kind, Duration.ZERO, kind.closesSockets() ? CLOSED_HOLD : SILENT_HOLD);
    }
    return faults.planned;
  }

  private static final class Faults {
    private final Random random;
    private final List<FaultKind> kinds;
    private final List<FaultKind> bag = new ArrayList<>();
    private final List<PlannedFault> planned = new ArrayList<>();

    Faults(Random random, List<FaultKind> kinds) {
      this.random = random;
      this.kinds = kinds;
    }

    private FaultKind kind() {
      if (bag.isEmpty()) {
        bag.addAll(kinds);
        Collections.shuffle(bag, random);
      }
      return bag.remove(bag.size() - 1);
    }

    private void plan(FaultKind kind, Duration at, Duration hold) {
      planned.add(new PlannedFault(kind, at, hold, random.nextInt(PICKS), random.nextInt(PICKS)));
    }

    private long step(Duration every) {
      return Math.round(every.toMillis() * (0.8 + 0.4 * random.nextDouble()));
    }
  }
}
