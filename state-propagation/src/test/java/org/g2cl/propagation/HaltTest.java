package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HaltTest {
  private final Clock clock = new Clock();
  private final Halt halt = new Halt(clock, Duration.ofSeconds(20));

  @Test
  void shouldBeRecentForAWhileWhenNobodyCouldLook() {
    lookFor(60);
    assertThat(halt.isRecent()).isFalse();

    clock.pass(Duration.ofSeconds(4));
    assertThat(halt.isRecent()).as("at once").isTrue();
    lookFor(19);
    assertThat(halt.isRecent()).isTrue();
    lookFor(2);
    assertThat(halt.isRecent()).as("it has heard").isFalse();
  }

  private void lookFor(int seconds) {
    for (int i = 0; i < seconds; i++) {
      clock.pass(Duration.ofSeconds(1));
      var unused = halt.isRecent();
    }
  }
}
