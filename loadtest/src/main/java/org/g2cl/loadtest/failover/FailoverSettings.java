package org.g2cl.loadtest.failover;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What is done, and how often.
 *
 * @param kinds disturbances
 * @param rounds times that each is done
 * @param clients clients at work
 * @param warmUp load before the first
 * @param lead load before each, that it is compared with
 * @param pause time for which a node is stopped or cut off
 * @param tail load after the bed is whole again; it goes on until each client is answered
 * @param patience longest time until it is, and until each client is answered afterwards
 * @param seed of the order
 */
public record FailoverSettings(
    List<Disturbance> kinds,
    int rounds,
    int clients,
    Duration warmUp,
    Duration lead,
    Duration pause,
    Duration tail,
    Duration patience,
    long seed) {
  /** Copies the list. */
  public FailoverSettings {
    kinds = List.copyOf(kinds);
  }

  /**
   * One disturbance to make.
   *
   * @param round round, from 1
   * @param kind what is done
   */
  record Step(int round, Disturbance kind) {}

  /** All of them: round by round, in an order drawn anew for each. */
  List<Step> plan() {
    Random random = new Random(seed);
    List<Step> steps = new ArrayList<>();
    for (int round = 1; round <= rounds; round++) {
      List<Disturbance> order = new ArrayList<>(kinds);
      Collections.shuffle(order, random);
      for (Disturbance kind : order) {
        steps.add(new Step(round, kind));
      }
    }
    return steps;
  }
}
