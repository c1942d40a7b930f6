package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StandstillTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Process sleeper;
  private Signals signals;
  private Standstill standstill;

  @BeforeEach
  void start() throws Exception {
    assumeThat(Files.exists(Path.of("/proc/self/stat"))).isTrue();
    sleeper = new ProcessBuilder("sleep", "600").start();
    signals = Signals.to(sleeper);
    standstill = new Standstill(sleeper, () -> signals);
  }

  @AfterEach
  void end() {
    if (sleeper != null) {
      sleeper.destroyForcibly();
    }
  }

  @Test
  void shouldStandStillAgainWhenSomethingElseHasLetItGoOn() {
    standstill.begin();
    await().atMost(PATIENCE).until(standstill::isStopped);
    awaitKept();
    standstill.end();
    await().atMost(PATIENCE).until(() -> !standstill.isStopped());
  }

  @Test
  void shouldStandStillAgainWhenItWasLetGoOnBeforeItWasLookedAt() {
    standstill.begin();
    awaitKept();
  }

  /** It is let go on as the kernel does when the shell in whose background it runs ends. */
  private void awaitKept() {
    for (int i = 0; i < 3; i++) {
      signals.send("CONT");
      await().atMost(PATIENCE).until(standstill::isStopped);
    }
  }
}
