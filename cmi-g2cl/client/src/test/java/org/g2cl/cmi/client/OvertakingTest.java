package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OvertakingTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final Overtaking overtaking = new Overtaking();
  private final Overtaking.Passage oldest = overtaking.begin("cart", LONG);

  private void overtake(int times, boolean refused) {
    for (int i = 0; i < times; i++) {
      overtaking.begin("cart", Duration.ZERO).end(refused);
    }
  }

  private boolean isHeldUp() {
    long start = System.nanoTime();
    overtaking.begin("cart", SHORT).end(true);
    return System.nanoTime() - start >= SHORT.toNanos();
  }

  @Test
  void shouldHoldTheNextOneUpWhenTheOldestIsOvertakenByTheMost() {
    overtake(Overtaking.MOST - 1, false);
    assertThat(isHeldUp()).isFalse();

    overtake(1, false);

    assertThat(isHeldUp()).isTrue();
  }

  @Test
  void shouldLetTheNextOneGoWhenTheOldestHasEnded() throws Exception {
    overtake(Overtaking.MOST, false);
    CompletableFuture<Overtaking.Passage> next =
        CompletableFuture.supplyAsync(() -> overtaking.begin("cart", LONG));
    Awaitility.await("none goes").during(SHORT).until(() -> !next.isDone());

    oldest.end(false);

    next.get(LONG.toSeconds(), TimeUnit.SECONDS).end(false);
    assertThat(overtaking.sessions()).isZero();
  }

  @Test
  void shouldNotCountWhatWasNotExecuted() {
    overtake(10 * Overtaking.MOST, true);

    assertThat(isHeldUp()).isFalse();
  }

  @Test
  void shouldNotHoldUpOtherSessionsNorInterruptedThreads() {
    overtake(Overtaking.MOST, false);

    overtaking.begin("other", LONG).end(false);
    Thread.currentThread().interrupt();
    overtaking.begin("cart", LONG).end(false);

    assertThat(Thread.interrupted()).isTrue();
  }
}
