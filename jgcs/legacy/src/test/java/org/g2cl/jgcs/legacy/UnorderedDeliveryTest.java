package org.g2cl.jgcs.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UnorderedDeliveryTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final long MANY_BYTES = 1_000;

  private final List<String> delivered = new CopyOnWriteArrayList<>();
  private final CountDownLatch release = new CountDownLatch(1);

  @AfterEach
  void endListeners() {
    release.countDown();
  }

  @Test
  void shouldLetAMessageWaitInMemoryWhenAllThreadsAreBusy() {
    var delivery = new UnorderedDelivery(2, 10, MANY_BYTES, SHORT);
    for (int i = 0; i < 2; i++) {
      assertThat(delivery.put(1, this::awaitRelease)).isTrue();
    }
    assertThat(delivery.put(1, () -> delivered.add("third"))).isTrue();
    assertThat(delivered).isEmpty();
    release.countDown();
    await().atMost(LONG).untilAsserted(() -> assertThat(delivered).containsExactly("third"));
    await().atMost(LONG).untilAsserted(() -> assertThat(delivery.messages()).isZero());
  }

  @Test
  void shouldRefuseWhenNoListenerMakesRoomForAMessageInTime() {
    var delivery = new UnorderedDelivery(1, 2, MANY_BYTES, SHORT);
    assertThat(delivery.put(1, this::awaitRelease)).isTrue();
    assertThat(delivery.put(1, () -> delivered.add("second"))).isTrue();
    assertThat(delivery.offer(1, () -> delivered.add("offered"))).isFalse();
    assertThat(delivery.put(1, () -> delivered.add("third"))).isFalse();
    release.countDown();
    await().atMost(LONG).untilAsserted(() -> assertThat(delivered).containsExactly("second"));
  }

  @Test
  void shouldCountBytesToo() {
    var delivery = new UnorderedDelivery(1, 10, MANY_BYTES, SHORT);
    assertThat(delivery.put((int) MANY_BYTES, this::awaitRelease)).isTrue();
    assertThat(delivery.put(1, () -> delivered.add("second"))).isFalse();
  }

  @Test
  void shouldTakeAMessageAsSoonAsAListenerMakesRoom() throws Exception {
    var delivery = new UnorderedDelivery(1, 1, MANY_BYTES, LONG);
    assertThat(delivery.put(1, this::awaitRelease)).isTrue();
    var put = CompletableFuture.supplyAsync(() -> delivery.put(1, () -> delivered.add("second")));
    release.countDown();
    assertThat(put.get(LONG.toMillis() / 2, TimeUnit.MILLISECONDS)).isTrue();
    await().atMost(LONG).untilAsserted(() -> assertThat(delivered).containsExactly("second"));
  }

  @Test
  void shouldDropWhatWaitsOrComesWhenItIsClosed() {
    var delivery = new UnorderedDelivery(1, 2, MANY_BYTES, LONG);
    assertThat(
            delivery.put(
                1,
                () -> {
                  awaitRelease();
                  delivered.add("first");
                }))
        .isTrue();
    assertThat(delivery.put(1, () -> delivered.add("second"))).isTrue();
    delivery.close();
    assertThat(delivery.put(1, () -> delivered.add("third"))).as("dropped").isTrue();
    assertThat(delivery.offer(1, () -> delivered.add("fourth"))).isFalse();
    release.countDown();
    await()
        .pollDelay(SHORT)
        .atMost(LONG)
        .untilAsserted(() -> assertThat(delivered).containsExactly("first"));
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
