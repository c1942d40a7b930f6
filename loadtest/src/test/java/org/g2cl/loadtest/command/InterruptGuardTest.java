package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.g2cl.loadtest.bed.BedException;
import org.junit.jupiter.api.Test;

class InterruptGuardTest {
  private static final String KEPT = "3 of 9 runs are kept; the same command goes on from there.";

  @Test
  void shouldSayThatNothingIsLeftRunningWhenAllCouldBeStopped() {
    assertThat(said(() -> {}, KEPT)).containsExactly(KEPT + " Nothing is left running.");
    assertThat(said(() -> {}, "")).containsExactly("Nothing is left running.");
  }

  /** A host whose ssh is gone, for instance. */
  @Test
  void shouldSayWhatMayBeLeftRunningAndWhatIsKeptWhenANodeCannotBeStopped() {
    Runnable abort =
        () -> {
          throw BedException.bed("business3 could not be stopped (not reached)");
        };

    assertThat(said(abort, KEPT))
        .containsExactly(
            "Something may be left running: business3 could not be stopped (not reached)", KEPT);
  }

  private static String[] said(Runnable abort, String farewell) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InterruptGuard.end(abort, () -> farewell, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toArray(String[]::new);
  }
}
