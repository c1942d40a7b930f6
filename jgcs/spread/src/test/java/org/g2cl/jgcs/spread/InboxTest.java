package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What counts as waiting for the listeners. */
class InboxTest {
  private static final SpreadAddress SENDER = new SpreadAddress("#a$$$1#d1");
  private static final int SIZE = 1000;
  private final Inbox inbox = new Inbox("b", 1 << 20);
  private final CountDownLatch working = new CountDownLatch(1);
  private final CountDownLatch enough = new CountDownLatch(1);

  @AfterEach
  void close() {
    enough.countDown();
    inbox.close();
  }

  private void work() {
    working.countDown();
    try {
      assertThat(enough.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void add(Runnable delivery) {
    inbox.addMessage(SpreadService.FIFO, SENDER, SIZE, false, delivery);
  }

  @Test
  void shouldCountNothingOnceItIsClosed() throws Exception {
    add(this::work);
    add(() -> {});
    assertThat(inbox.bytes()).isEqualTo(2 * (SIZE + Arrival.OVERHEAD));
    Thread delivery = new Thread(inbox::start, "delivery");
    delivery.start();
    working.await();
    inbox.close();
    add(() -> {});
    inbox.addMessage(SpreadService.UNORDERED, SENDER, SIZE, false, () -> {});
    assertThat(inbox.bytes()).isZero();
    enough.countDown();
    delivery.join();
    assertThat(inbox.bytes()).isZero();
  }

  /** Not by what a thread throws: what comes afterwards is to be delivered all the same. */
  private void awaitDelivery(SpreadService service) {
    CountDownLatch delivered = new CountDownLatch(1);
    inbox.addMessage(service, SENDER, SIZE, false, delivered::countDown);
    Node.await()
        .dontCatchUncaughtExceptions()
        .until(() -> delivered.getCount() == 0 && inbox.bytes() == 0);
  }

  @Test
  void shouldGoOnDeliveringAfterAnErrorThatCannotEvenBeLogged() {
    inbox.start();
    add(
        () -> {
          throw new InternalError("thrown by the test");
        });
    add(
        () -> {
          throw new Unspeakable();
        });
    awaitDelivery(SpreadService.FIFO);
  }

  @Test
  void shouldGoOnDeliveringUnorderedMessagesAfterAnError() {
    inbox.addMessage(
        SpreadService.UNORDERED,
        SENDER,
        SIZE,
        false,
        () -> {
          throw new InternalError("thrown by the test");
        });
    awaitDelivery(SpreadService.UNORDERED);
  }

  @Test
  void shouldGoOnDeliveringAfterAListenerThatInterruptsItsThread() {
    AtomicReference<Thread> delivering = new AtomicReference<>();
    inbox.start();
    add(
        () -> {
          delivering.set(Thread.currentThread());
          Thread.currentThread().interrupt();
        });
    awaitWaiting(delivering);
    awaitDelivery(SpreadService.FIFO);
    delivering.get().interrupt();
    awaitWaiting(delivering);
    awaitDelivery(SpreadService.FIFO);
  }

  private static void awaitWaiting(AtomicReference<Thread> thread) {
    Node.await()
        .until(() -> thread.get() != null && thread.get().getState() == Thread.State.WAITING);
  }
}
