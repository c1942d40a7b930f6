package org.g2cl.jgcs.tck;

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
      Standstill standstill = Standstill.of(sleeper);
      await().atMost(PATIENCE).until(standstill::isStopped);
      String pid = Long.toString(sleeper.pid());
      // as the kernel does when the shell in whose background it runs ends
      new ProcessBuilder("kill", "-CONT", pid).start().waitFor();
      await().atMost(PATIENCE).until(standstill::isStopped);
      standstill.end();
      await().atMost(PATIENCE).until(() -> !standstill.isStopped());
    } finally {
      sleeper.destroyForcibly();
    }
  }
}
