package org.g2cl.loadtest.paper;

import java.time.Duration;
import java.util.List;

/**
 * What is measured, and how long.
 *
 * @param systems systems compared
 * @param clients numbers of clients
 * @param rounds runs of each system at each number of clients
 * @param starts times that all systems are started anew, over which the rounds are spread
 * @param warmUp load on a fresh system before it is measured
 * @param ramp first part of a run, not counted
 * @param duration part of a run that is counted
 * @param seed of the order of runs
 */
public record PaperSettings(
    List<Contender> systems,
    List<Integer> clients,
    int rounds,
    int starts,
    Duration warmUp,
    Duration ramp,
    Duration duration,
    long seed) {
  /** Copies the lists. */
  public PaperSettings {
    systems = List.copyOf(systems);
    clients = List.copyOf(clients);
  }

  /** Most clients of a run. */
  public int mostClients() {
    return clients.stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  /** Number of runs in all. */
  public int runs() {
    return systems.size() * clients.size() * rounds;
  }

  /** Start, from 1, to which a round, from 1, belongs. */
  int startOf(int round) {
    return (round - 1) * starts / rounds + 1;
  }
}
