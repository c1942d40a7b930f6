package org.g2cl.loadtest.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a chaos run.
 *
 * @param directory directory for history, report and logs
 * @param length how long faults are done; not looked at when {@code kills} is not 0
 * @param kills number of faults to do, each as soon as all is whole again; 0: as many as the length
 *     allows
 * @param seed chooses the faults
 * @param nodes business nodes
 * @param backups copies besides the owner's
 * @param clients clients, each calling all the time
 * @param pause mean pause of a client between two calls
 * @param every mean time from one fault to the next as planned; a fault that comes late delays
 *     those behind it until they have caught up
 * @param kinds kinds of faults to choose from
 * @param version version of this build, with its commit if that is known
 * @param former the same of the build that nodes run at first, if that is another one
 */
public record ChaosSettings(
    Path directory,
    Duration length,
    int kills,
    long seed,
    int nodes,
    int backups,
    int clients,
    Duration pause,
    Duration every,
    List<FaultKind> kinds,
    String version,
    Optional<String> former) {
  /** Copies the list. */
  public ChaosSettings {
    kinds = List.copyOf(kinds);
  }

  List<PlannedFault> schedule() {
    return kills == 0 ? Schedule.of(seed, kinds, length, every) : Schedule.of(seed, kinds, kills);
  }
}
