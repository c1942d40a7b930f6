package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void shouldStandStillAgainWhenSomethingElseHasLetItGoOn() throws Exception {
    assumeThat(Files.exists(Path.of("/proc/self/stat"))).isTrue();
    Process sleeper = new ProcessBuilder("sleep", "600").start();
    try {
      Signals signals = Signals.to(sleeper);
      Standstill standstill = new Standstill(sleeper, () -> signals);
      standstill.begin();
      await().atMost(PATIENCE).until(standstill::isStopped);
      awaitKept(standstill, signals);
      standstill.end();
      await().atMost(PATIENCE).until(() -> !standstill.isStopped());
    } finally {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void shouldStandStillAgainWhenItWasLetGoOnBeforeItWasLookedAt() throws Exception {
    assumeThat(Files.exists(Path.of("/proc/self/stat"))).isTrue();
    Process sleeper = new ProcessBuilder("sleep", "600").start();
    try {
      Signals signals = Signals.to(sleeper);
      Standstill standstill = new Standstill(sleeper, () -> signals);
      standstill.begin();
      awaitKept(standstill, signals);
    } finally {
      sleeper.destroyForcibly();
    }
  }

  /** It is let go on as the kernel does when the shell in whose background it runs ends. */
  private static void awaitKept(Standstill standstill, Signals signals) {
    for (int i = 0; i < 3; i++) {
      signals.send("CONT");
      await().atMost(PATIENCE).until(standstill::isStopped);
    }
  }
}
