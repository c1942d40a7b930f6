package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private final Clock clock = new Clock();
  private final PauseDetector pauses = new PauseDetector(clock, Duration.ofSeconds(20));

  @Test
  void shouldBeRecentForAWhileWhenNobodyCouldLook() {
    pauses.start();
    run(60);
    assertThat(pauses.isRecent()).isFalse();

    clock.pass(Duration.ofSeconds(4));
    assertThat(pauses.isRecent()).as("before the timer").isTrue();
    clock.runDue();
    assertThat(pauses.isRecent()).as("at once").isTrue();
    run(19);
    assertThat(pauses.isRecent()).isTrue();
    run(2);
    assertThat(pauses.isRecent()).as("it has heard").isFalse();
  }

  @Test
  void shouldLookNoMoreWhenClosed() {
    pauses.start();
    pauses.close();
    run(2);
    assertThat(clock.isIdle()).isTrue();
  }

  @Test
  void shouldLookAgainAfterALookThatCouldNotBeAskedFor() {
    pauses.start();
    clock.exhausted(true);
    assertThatThrownBy(() -> run(1)).isInstanceOf(OutOfMemoryError.class);
    clock.exhausted(false);

    run(4);
    assertThat(pauses.isRecent()).as("nobody has looked").isTrue();
    run(22);
    assertThat(pauses.isRecent()).as("it has looked, and heard").isFalse();
  }

  private void run(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.pass(Duration.ofSeconds(1));
      clock.runDue();
    }
  }
}
