package org.g2cl.cmi.tomee;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What many calls ask a database for that does not answer. */
class LateOpeningTest {
  private static final int CALLS = 4;

  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger attempts = new AtomicInteger();
  private final CountDownLatch silent = new CountDownLatch(1);

  /** The database is away, and says so after a while. */
  private void askTheDatabase() {
    attempts.incrementAndGet();
    try {
      assertThat(silent.await(20, SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("the database is away");
  }

  @Test
  void shouldTellAllThatWaitForAnAttemptThatItHasFailed() {
    var opening = new LateOpening(this::askTheDatabase, now::get);
    List<FutureTask<Void>> calls = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      FutureTask<Void> call = new FutureTask<>(opening::open, null);
      calls.add(call);
      threads.add(new Thread(call));
    }
    threads.forEach(Thread::start);
    await("one asks, the others wait")
        .until(
            () ->
                threads.stream().filter(t -> t.getState() == Thread.State.BLOCKED).count()
                    == CALLS - 1);

    silent.countDown();

    for (FutureTask<Void> call : calls) {
      assertThatThrownBy(() -> call.get(20, SECONDS)).hasRootCauseMessage("the database is away");
    }
    assertThat(attempts).hasValue(1);
  }

  @Test
  void shouldTryAgainAfterAPauseUntilItIsOpen() {
    var opening =
        new LateOpening(
            () -> {
              if (attempts.incrementAndGet() == 1) {
                throw new IllegalStateException("the database is away");
              }
            },
            now::get);
    assertThatThrownBy(opening::open).hasMessage("the database is away");

    now.addAndGet(LateOpening.PAUSE.toNanos() - 1);
    assertThatThrownBy(opening::open).hasMessage("the database is away");
    assertThat(attempts).hasValue(1);

    now.incrementAndGet();
    assertThatCode(opening::open).doesNotThrowAnyException();
    opening.open();
    assertThat(attempts).hasValue(2);
  }
}
