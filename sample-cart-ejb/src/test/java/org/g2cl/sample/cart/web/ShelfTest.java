package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.g2cl.sample.cart.Product;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ShelfTest {

  private final AtomicLong clock = new AtomicLong();
  private final AtomicInteger reads = new AtomicInteger();
  private final Semaphore answers = new Semaphore(1);
  private volatile boolean broken;
  private final Shelf shelf = new Shelf(this::read, clock::get);

  private List<Product> read() {
    boolean fails = broken;
    int number = reads.incrementAndGet();
    try {
      if (!answers.tryAcquire(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test did not let the business tier answer");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    if (fails) {
      throw new IllegalStateException("no server answered");
    }
    return List.of(new Product("P-" + number, "pen", 100));
  }

  private String onTheShelf() throws BusinessTierException {
    return shelf.products().get(0).id();
  }

  private void age() {
    clock.addAndGet(Duration.ofSeconds(61).toNanos());
  }

  @Test
  void shouldServeTheKnownListWhileItIsReadAgain() throws Exception {
    assertThat(onTheShelf()).isEqualTo("P-1");
    age();

    for (int i = 0; i < 5; i++) {
      assertThat(onTheShelf()).isEqualTo("P-1");
    }
    answers.release();

    Awaitility.await().untilAsserted(() -> assertThat(onTheShelf()).isEqualTo("P-2"));
    assertThat(reads).hasValue(2);
  }

  @Test
  void shouldKeepTheListAndTryAgainAMinuteLaterWhenItCannotBeRead() throws Exception {
    onTheShelf();
    broken = true;
    age();
    answers.release(2);
    onTheShelf();
    Awaitility.await().until(() -> answers.availablePermits() == 1);
    broken = false;

    Awaitility.await()
        .untilAsserted(
            () -> {
              age();
              assertThat(onTheShelf()).isEqualTo("P-3");
            });
  }

  @Test
  void shouldFailTogetherWithTheReadingThatItWaitedFor() throws Exception {
    broken = true;
    answers.drainPermits();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<List<Product>>> visitors = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        visitors.add(threads.submit(this::productsOrNone));
      }
      Awaitility.await().until(() -> shelf.waiting() == 2);
      answers.release();

      for (Future<List<Product>> visitor : visitors) {
        assertThat(visitor.get(10, TimeUnit.SECONDS)).isEmpty();
      }
      assertThat(reads).hasValue(1);
    } finally {
      threads.shutdownNow();
    }
  }

  private List<Product> productsOrNone() {
    try {
      return shelf.products();
    } catch (BusinessTierException e) {
      return List.of();
    }
  }

  @Test
  void shouldSayThatTheFirstReadFailed() {
    broken = true;

    assertThatThrownBy(shelf::products)
        .isInstanceOf(BusinessTierException.class)
        .hasMessageContaining("could not be read: no server answered");
  }
}
