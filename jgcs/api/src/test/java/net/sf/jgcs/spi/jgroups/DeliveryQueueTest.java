package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DeliveryQueueTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final int MOST = 1_000;

  private final DeliveryQueue queue =
      new DeliveryQueue(new ViewThread(task -> new Thread(task, "views").start()));
  private final List<String> delivered = new CopyOnWriteArrayList<>();

  private void bring(Runnable delivery) {
    if (queue.begins(delivery)) {
      queue.run(delivery);
    }
  }

  @Test
  void shouldLeaveToTheThreadThatDeliversWhatAnotherBrings() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    var busy = inHandUntil(mayGoOn, "slow");

    bring(() -> delivered.add("next"));
    assertThat(delivered).isEmpty();

    mayGoOn.countDown();
    busy.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(delivered).containsExactly("slow", "next");
  }

  @Test
  void shouldDeliverWhatWasQueuedBeforeWhatIsBrought() {
    queue.add(() -> delivered.add("first"));
    bring(() -> delivered.add("second"));
    assertThat(delivered).isEmpty();

    queue.runWaiting();
    assertThat(delivered).containsExactly("first", "second");
  }

  @Test
  void shouldGoOnWhenADeliveryFails() {
    assertThatThrownBy(
            () ->
                bring(
                    () -> {
                      throw new IllegalStateException("of the test");
                    }))
        .hasMessage("of the test");
    bring(() -> delivered.add("next"));

    assertThat(delivered).containsExactly("next");
  }

  @Test
  void shouldNotKeepBackAViewThatTheDeliveryInHandWaitsFor() throws Exception {
    CountDownLatch told = new CountDownLatch(1);
    var busy = inHandUntil(told, "told");
    queue.addView(() -> delivered.add("place"), told::countDown);

    queue.runWaitingSoon();
    busy.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(delivered).containsExactly("place", "told");
  }

  @Test
  void shouldKeepTheOrderOfViewsThatOvertakeWhoeverLetsThem() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    var busy = inHandUntil(mayGoOn, "slow");
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String view = "view " + i;
      queue.addView(() -> {}, () -> delivered.add(view));
      threads.add(new Thread(this::runWaitingSoon));
    }
    threads.forEach(Thread::start);

    Awaitility.await().atMost(WAIT).until(() -> delivered.size() == 20);
    assertThat(delivered)
        .containsExactlyElementsOf(IntStream.range(0, 20).mapToObj(i -> "view " + i).toList());
    mayGoOn.countDown();
    busy.get(WAIT.toSeconds(), TimeUnit.SECONDS);
  }

  private void runWaitingSoon() {
    try {
      queue.runWaitingSoon();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldGoOnBehindAViewWhoseListenerTakesLong() throws Exception {
    CountDownLatch heard = new CountDownLatch(1);
    queue.addView(() -> {}, () -> await(heard));
    queue.add(heard::countDown);

    queue.runWaiting();
    assertThat(heard.getCount()).isZero();
  }

  @Test
  void shouldHandUpViewsWhereNoThreadCanBeStarted() {
    DeliveryQueue poor =
        new DeliveryQueue(
            new ViewThread(
                task -> {
                  throw new OutOfMemoryError("unable to create native thread, in the test");
                }));
    poor.addView(() -> {}, () -> delivered.add("view 1"));
    poor.addView(() -> {}, () -> delivered.add("view 2"));
    poor.add(() -> delivered.add("next"));

    poor.runWaiting();
    assertThat(delivered).containsExactly("view 1", "view 2", "next");
  }

  @Test
  void shouldHandUpAViewEarlyAndLeaveItsPlaceWhereItIs() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    var busy = inHandUntil(mayGoOn, "slow");
    queue.addView(() -> delivered.add("place"), () -> delivered.add("view 1"));
    queue.handUpEarly(() -> delivered.add("view 2"));
    queue.add(() -> delivered.add("next"));

    Awaitility.await().atMost(WAIT).until(() -> delivered.size() == 2);
    mayGoOn.countDown();
    busy.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(delivered).containsExactly("view 1", "view 2", "slow", "place", "next");
  }

  @Test
  void shouldNotHaveAMessageOvertakeTheOneInHandHoweverLongThatTakes() throws Exception {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    var busy = inHandUntil(mayGoOn, "slow");
    queue.add(() -> delivered.add("next"));

    queue.runWaitingSoon();
    assertThat(delivered).isEmpty();
    mayGoOn.countDown();
    busy.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(delivered).containsExactly("slow", "next");
  }

  @Test
  void shouldKeepWhoBringsTooMuchWaitingUntilThereIsRoom() throws Exception {
    for (int i = 0; i < MOST; i++) {
      queue.awaitRoom();
      queue.add(() -> delivered.add("one"));
    }
    Thread waiting = new Thread(queue::awaitRoom);
    waiting.start();
    Awaitility.await().atMost(WAIT).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

    queue.runWaiting();
    waiting.join(WAIT.toMillis());
    assertThat(waiting.isAlive()).isFalse();
    assertThat(delivered).hasSize(MOST);
  }

  /** A delivery that another thread has in hand, until the latch is open. */
  private CompletableFuture<Void> inHandUntil(CountDownLatch latch, String name) {
    CountDownLatch begun = new CountDownLatch(1);
    Runnable delivery =
        () -> {
          begun.countDown();
          await(latch);
          delivered.add(name);
        };
    var busy = CompletableFuture.runAsync(() -> bring(delivery));
    await(begun);
    return busy;
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
