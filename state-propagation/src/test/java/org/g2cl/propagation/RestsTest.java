package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RestsTest {
  private static final SessionId CART = new SessionId("cart-1");
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Rests rests = new Rests();

  @Test
  void shouldRestTwiceAsLongEachTimeAndFiveMinutesAtMost() {
    long now = Long.MAX_VALUE - 90 * SECOND; // nanoTime may wrap
    for (long seconds : new long[] {60, 120, 240, 300, 300}) {
      rests.failed(CART, now);
      assertThat(rests.isResting(CART, now + seconds * SECOND - 1)).isTrue();
      now += seconds * SECOND;
      assertThat(rests.isResting(CART, now)).as("after %d s", seconds).isFalse();
    }
  }

  @Test
  void shouldNotRestWhatHasNotFailedOrIsDone() {
    rests.failed(CART, 0);
    assertThat(rests.isResting(new SessionId("cart-2"), 1)).isFalse();
    rests.done(CART);
    assertThat(rests.isResting(CART, 1)).isFalse();
  }

  @Test
  void shouldForgetWhatFailedLongestAgoOfTooMany() {
    for (int i = 0; i < Rests.MOST; i++) {
      rests.failed(new SessionId("cart-" + i), i);
    }
    rests.failed(new SessionId("cart-0"), Rests.MOST);
    rests.failed(CART, Rests.MOST);
    rests.failed(new SessionId("one-more"), Rests.MOST);
    assertThat(rests.isResting(CART, Rests.MOST)).isTrue();
    assertThat(rests.isResting(new SessionId("cart-0"), Rests.MOST)).isTrue();
    assertThat(rests.isResting(new SessionId("cart-2"), Rests.MOST)).isFalse();
  }
}
