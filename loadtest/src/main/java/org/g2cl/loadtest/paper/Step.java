package org.g2cl.loadtest.paper;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * One run to make.
 *
 * @param round round, from 1
 * @param clients clients that take part
 * @param system system under load
 */
record Step(int round, int clients, Contender system) {
  /**
   * All runs in their order: round by round; in a round the numbers of clients in an order drawn
   * anew; at each number all systems one after another, in an order drawn anew too. So a slow
   * minute hurts all systems alike, and none always comes after the same other.
   */
  static List<Step> plan(PaperSettings settings) {
    Random random = new Random(settings.seed());
    List<Step> steps = new ArrayList<>();
    for (int round = 1; round <= settings.rounds(); round++) {
      for (int clients : shuffled(settings.clients(), random)) {
        for (Contender system : shuffled(settings.systems(), random)) {
          steps.add(new Step(round, clients, system));
        }
      }
    }
    return steps;
  }

  private static <T> List<T> shuffled(List<T> items, Random random) {
    List<T> copy = new ArrayList<>(items);
    Collections.shuffle(copy, random);
    return copy;
  }
}
