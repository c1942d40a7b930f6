package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CrewTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final Crew crew = new Crew(Scheduler.live(), "crew-of-the-test");
  private final CountDownLatch end = new CountDownLatch(1);
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger interrupted = new AtomicInteger();

  @AfterEach
  void close() {
    end.countDown();
    crew.close();
  }

  private void work() {
    begun.incrementAndGet();
    try {
      end.await();
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
    }
  }

  private void giveAsManyAsItTakes() throws InterruptedException {
    for (int i = 0; i < Crew.SIZE; i++) {
      crew.give(this::work);
    }
    await()
        .dontCatchUncaughtExceptions() // one test has one
        .atMost(LONGEST)
        .until(() -> begun.get() == Crew.SIZE);
  }

  @Test
  void shouldDoSomeAtATimeAndWaitUntilAllIsDone() throws Exception {
    giveAsManyAsItTakes();
    assertThat(crew.await(1)).isFalse();

    end.countDown();

    assertThat(crew.await(LONGEST.toNanos())).isTrue();
  }

  @Test
  void shouldTakeNoMoreUntilOneHasNothingToDo() throws Exception {
    giveAsManyAsItTakes();
    Thread giver = new Thread(this::giveOneMore, "giver");
    giver.start();
    await().atMost(LONGEST).until(() -> giver.getState() == Thread.State.TIMED_WAITING);
    assertThat(begun).hasValue(Crew.SIZE);

    end.countDown();
    giver.join(LONGEST.toMillis());

    await().atMost(LONGEST).until(() -> begun.get() == Crew.SIZE + 1);
  }

  private void giveOneMore() {
    try {
      crew.give(this::work);
    } catch (InterruptedException e) {
      interrupted.incrementAndGet();
    }
  }

  @Test
  void shouldGiveNothingWhenInterruptedWhileAllAreBusy() throws Exception {
    giveAsManyAsItTakes();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> crew.give(this::work)).isInstanceOf(InterruptedException.class);

    end.countDown();
    assertThat(crew.await(LONGEST.toNanos())).isTrue();
    assertThat(begun).hasValue(Crew.SIZE);
  }

  @Test
  void shouldGoOnAfterAFailure() throws Exception {
    crew.give(
        () -> {
          throw new IllegalStateException("meant by the test");
        });
    assertThat(crew.await(TimeUnit.SECONDS.toNanos(30))).isTrue();

    giveAsManyAsItTakes();
  }

  @Test
  void shouldInterruptWhatIsDoneWhenItIsClosedAndDoNothingMore() throws Exception {
    giveAsManyAsItTakes();

    crew.close();

    assertThat(crew.await(LONGEST.toNanos())).isTrue();
    assertThat(interrupted).hasValue(Crew.SIZE);
    crew.give(this::work);
    assertThat(begun).hasValue(Crew.SIZE);
  }
}
