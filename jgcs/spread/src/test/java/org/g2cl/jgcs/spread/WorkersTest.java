package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Unordered messages where the system has no room for more threads. */
class WorkersTest {
  private final List<String> done = new CopyOnWriteArrayList<>();
  private volatile boolean exhausted;
  private final Workers workers =
      new Workers(body -> exhausted ? new NoThread() : new DeliveryThread(body, "worker"));

  /** Thread that the system has no room for. */
  static final class NoThread extends Thread {
    @Override
    public synchronized void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  @Test
  void shouldLeaveATaskToThoseThatAreThereWhenThereCanBeNoMoreThreads() {
    CountDownLatch busy = new CountDownLatch(1);
    workers.execute(() -> awaitQuietly(busy));
    exhausted = true;
    workers.execute(() -> done.add("second"));
    busy.countDown();
    Node.await().until(() -> done.contains("second"));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldGoOnAfterMoreErrorsThanItHasThreads() {
    InternalError error = new InternalError("thrown by the test");
    error.setStackTrace(new StackTraceElement[0]);
    for (int i = 0; i < 200; i++) {
      workers.execute(
          () -> {
            throw error;
          });
    }
    workers.execute(() -> done.add("next"));
    Node.await().dontCatchUncaughtExceptions().until(() -> done.equals(List.of("next")));
  }

  @Test
  void shouldGoOnAfterATimeInWhichItCouldStartNone() {
    exhausted = true;
    for (int i = 0; i < 200; i++) {
      assertThatThrownBy(() -> workers.execute(() -> done.add("lost")))
          .isInstanceOf(OutOfMemoryError.class);
    }
    exhausted = false;
    workers.execute(() -> done.add("next"));
    Node.await().until(() -> done.equals(List.of("next")));
  }
}
