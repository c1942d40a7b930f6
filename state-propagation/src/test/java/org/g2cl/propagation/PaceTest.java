package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final int PER_SECOND = 10;
  private static final Duration SPACING = Duration.ofMillis(100);

  private final Clock clock = new Clock();
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Pace pace = new Pace(clock, PER_SECOND, ended::get);

  @AfterEach
  void clearInterrupt() {
    Thread.interrupted();
  }

  private Duration timeOf(int actions) {
    long begin = clock.nanoTime();
    for (int i = 0; i < actions; i++) {
      pace.run();
    }
    return Duration.ofNanos(clock.nanoTime() - begin);
  }

  @Test
  void shouldLetTheFirstActionGoAtOnceAndTheOthersAtEvenSpaces() {
    assertThat(timeOf(1)).isZero();
    for (int i = 0; i < 3 * PER_SECOND; i++) {
      assertThat(timeOf(1)).isEqualTo(SPACING);
    }
  }

  @Test
  void shouldCountTheTimeThatAnActionTakes() {
    timeOf(1);
    clock.pass(Duration.ofMillis(70));

    assertThat(timeOf(1)).isEqualTo(Duration.ofMillis(30));
  }

  @Test
  void shouldSaveNothingUpForABurstAfterARest() {
    timeOf(5);
    clock.pass(Duration.ofMinutes(1));

    assertThat(timeOf(1 + PER_SECOND)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void shouldNotWaitOnceItHasEnded() {
    timeOf(1);
    ended.set(true);

    assertThat(timeOf(100)).isZero();
  }

  @Test
  void shouldNotWaitWhenInterrupted() {
    timeOf(1);
    Thread.currentThread().interrupt();

    assertThat(timeOf(1)).isZero();
  }
}
