package org.g2cl.loadtest.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A short run with kills of one node, for tests of what is written of it. */
final class KillRun {
  private KillRun() {}

  static ChaosSettings settings(Path directory) {
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
        List.of(FaultKind.KILL));
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
