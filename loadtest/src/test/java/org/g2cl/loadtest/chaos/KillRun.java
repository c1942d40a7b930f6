package org.g2cl.loadtest.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A short run with kills of one node, for tests of what is written of it. */
final class KillRun {
  private KillRun() {}

  static ChaosSettings settings(Path directory) {
    return settings(directory, List.of(FaultKind.KILL), Optional.empty());
  }

  static ChaosSettings settings(Path directory, List<FaultKind> kinds, Optional<String> former) {
    return new ChaosSettings(
        directory,
        Duration.ofSeconds(9),
        0,
        5,
        3,
        1,
        1,
        Duration.ZERO,
        Duration.ofSeconds(9),
        kinds,
        "1.0, commit 1234abcd",
        former);
  }

  static Fault kill(Waits waits) {
    return new Fault(
        FaultKind.KILL,
        "business2",
        List.of("10.99.0.12:4201"),
        2_000_000,
        4_000_000,
        5_000_000,
        6_500_000,
        waits);
  }
}
