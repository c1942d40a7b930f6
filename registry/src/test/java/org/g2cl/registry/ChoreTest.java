package org.g2cl.registry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class ChoreTest {
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final AtomicInteger offers = new AtomicInteger();
  private final AtomicInteger runs = new AtomicInteger();
  private boolean noTimer;

  /** Works at once, but for the first time. */
  private final class Worker implements Scheduler.Worker {
    @Override
    public boolean offer(Runnable task) {
      if (offers.incrementAndGet() == 1) {
        throw new InternalError("no thread can be made, as the test wants it");
      }
      task.run();
      return true;
    }

    @Override
    public void close() {}
  }

  private Scheduler scheduler() {
    return (Scheduler)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) -> {
              assertThat(method.getName()).isEqualTo("later");
              assertThat(arguments[0]).isInstanceOf(Duration.class);
              if (noTimer) {
                throw new OutOfMemoryError("no thread for the timer, as the test wants it");
              }
              later.add((Runnable) arguments[1]);
              return null;
            });
  }

  /** Nobody else asks for it, as for the state of one that has joined. */
  @Test
  void shouldBeginLaterWhenNoThreadCanBeMade() {
    Chore chore =
        new Chore("some work", scheduler(), new Worker(), runs::incrementAndGet, () -> true);
    chore.soon();
    assertThat(runs).hasValue(0);

    later.remove().run();
    assertThat(runs).hasValue(1);

    chore.soon();
    assertThat(runs).hasValue(2);
  }

  @Test
  void shouldCountAnErrorThatNobodyExpectsAndLogItsStack() {
    Scheduler counting = Scheduler.live();
    Chore.Work broken =
        () -> {
          throw new IllegalStateException("meant by the test");
        };
    Chore chore = new Chore("some work", counting, new Worker(), broken, () -> true);
    var log = new ByteArrayOutputStream();
    PrintStream before = System.err;
    System.setErr(new PrintStream(log, true, UTF_8));
    try {
      chore.run();
    } finally {
      System.setErr(before);
    }
    assertThat(counting.failures()).isEqualTo(1);
    assertThat(log.toString(UTF_8)).contains("at " + ChoreTest.class.getName());
  }

  @Test
  void shouldBeginWhenAskedAgainAfterThereWasNoThreadForTheTimerEither() {
    Chore chore =
        new Chore("some work", scheduler(), new Worker(), runs::incrementAndGet, () -> true);
    noTimer = true;
    assertThatThrownBy(chore::soon).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> chore.after(Duration.ofSeconds(1)))
        .isInstanceOf(OutOfMemoryError.class);

    chore.soon();
    assertThat(runs).hasValue(1);
  }

  @Test
  void shouldBeQueuedAgainOnlyWhenItCouldNotBeQueuedBefore() {
    Chore chore =
        new Chore("some work", scheduler(), new Worker(), runs::incrementAndGet, () -> true);
    chore.askAgainIfLost();
    assertThat(later).isEmpty();

    noTimer = true;
    assertThatThrownBy(chore::soon).isInstanceOf(OutOfMemoryError.class);
    noTimer = false;
    chore.askAgainIfLost();
    chore.askAgainIfLost();
    assertThat(later).hasSize(1);

    later.remove().run();
    assertThat(runs).hasValue(1);
    chore.askAgainIfLost();
    assertThat(later).isEmpty();
  }
}
