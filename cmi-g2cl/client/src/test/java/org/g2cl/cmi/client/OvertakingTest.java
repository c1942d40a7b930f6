package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class OvertakingTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final Duration SHORT = Duration.ofMillis(50);

  /** Who goes then was told to. */
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final Overtaking overtaking = new Overtaking();
  private final Overtaking.Passage oldest = overtaking.begin("cart", LONG, () -> {});

  private Overtaking.Passage begin(String key, Duration longest) {
    return overtaking.begin(key, longest, () -> {});
  }

  private void overtake(int times, boolean refused) {
    for (int i = 0; i < times; i++) {
      begin("cart", Duration.ZERO).end(refused);
    }
  }

  private boolean isHeldUp() {
    long start = System.nanoTime();
    begin("cart", SHORT).end(true);
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
        CompletableFuture.supplyAsync(() -> begin("cart", FOR_EVER));
    Awaitility.await("none goes").during(SHORT).until(() -> !next.isDone());

    oldest.end(false);

    next.get(LONG.toSeconds(), TimeUnit.SECONDS).end(false);
    assertThat(overtaking.sessions()).isZero();
  }

  @Test
  void shouldKeepNothingOfARequestThatGetsNoNumber() {
    Runnable failing =
        () -> {
          throw new IllegalStateException("meant by the test");
        };
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> overtaking.begin("cart", LONG, failing))
          .hasMessage("meant by the test");
    }
    assertThat(isHeldUp()).isFalse();

    oldest.end(false);
    oldest.end(false);

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

    begin("other", LONG).end(false);
    Thread.currentThread().interrupt();
    begin("cart", LONG).end(false);

    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldHoldTheNextOneUpWhenMoreThanTheMostAreUnderWay() throws Exception {
    oldest.end(false);
    for (int i = 0; i < Overtaking.MOST; i++) {
      begin("cart", LONG);
      assertThat(isHeldUp()).isFalse();
    }
    begin("cart", LONG);

    assertThat(isHeldUp()).isTrue();
  }

  @Test
  void shouldLetThoseThatWaitGoInTheOrderInWhichTheyCame() throws Exception {
    overtake(Overtaking.MOST, false);
    var gone = new ConcurrentLinkedQueue<Integer>();
    var waiting = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      waiting.add(
          CompletableFuture.runAsync(
              () -> overtaking.begin("cart", FOR_EVER, () -> gone.add(number)).end(true),
              each -> new Thread(each).start()));
      Awaitility.await().until(() -> overtaking.waiting("cart") == number + 1);
    }

    oldest.end(false);

    CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new))
        .get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(gone).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void shouldNumberRequestsInTheOrderInWhichTheyGo() throws Exception {
    var numbers = new ConcurrentLinkedQueue<String>();
    var drawing = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Runnable slow =
        () -> {
          drawing.countDown();
          awaitUninterruptibly(release);
          numbers.add("first");
        };
    var first = CompletableFuture.runAsync(() -> overtaking.begin("cart", LONG, slow));
    awaitUninterruptibly(drawing);
    var second =
        CompletableFuture.runAsync(
            () -> overtaking.begin("cart", LONG, () -> numbers.add("second")));
    Awaitility.await("none is numbered").during(SHORT).until(numbers::isEmpty);

    release.countDown();

    CompletableFuture.allOf(first, second).get(LONG.toSeconds(), TimeUnit.SECONDS);
    assertThat(numbers).containsExactly("first", "second");
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
