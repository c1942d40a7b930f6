package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HaltTest {
  private final Clock clock = new Clock();
  private final Halt halt = new Halt(clock, Duration.ofSeconds(20));

  @Test
  void shouldBeRecentForAWhileWhenNobodyCouldLook() {
    halt.start();
    run(60);
    assertThat(halt.isRecent()).isFalse();

    clock.pass(Duration.ofSeconds(4));
    assertThat(halt.isRecent()).as("before the timer").isTrue();
    clock.runDue();
    assertThat(halt.isRecent()).as("at once").isTrue();
    run(19);
    assertThat(halt.isRecent()).isTrue();
    run(2);
    assertThat(halt.isRecent()).as("it has heard").isFalse();
  }

  @Test
  void shouldLookNoMoreWhenClosed() {
    halt.start();
    halt.close();
    run(2);
    assertThat(clock.isIdle()).isTrue();
  }

  private void run(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.pass(Duration.ofSeconds(1));
      clock.runDue();
    }
  }
}
