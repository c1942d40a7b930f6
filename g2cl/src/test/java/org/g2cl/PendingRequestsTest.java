package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.Membership;
import org.junit.jupiter.api.Test;

class PendingRequestsTest {
  private static final Duration TIME = Duration.ofSeconds(3);

  private final Time time = new Time();
  private final PendingRequests pending = new PendingRequests(time);

  /** Stands still; what is to be done later is done when the test says so. */
  static class Time implements Scheduler {
    private final AtomicReference<Runnable> later = new AtomicReference<>();
    private final AtomicBoolean outOfThreads = new AtomicBoolean();

    void runLater() {
      Runnable due = later.getAndSet(null);
      if (due != null) {
        due.run();
      }
    }

    @Override
    public long nanoTime() {
      return 0;
    }

    @Override
    public long nextLong() {
      return 1;
    }

    @Override
    public void later(Duration delay, Runnable task) {
      if (outOfThreads.get()) {
        throw new OutOfMemoryError("no thread can be made, as the test wants it");
      }
      later.set(task);
    }

    @Override
    public void await(Object monitor, long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void signalAll(Object monitor) {
      throw new UnsupportedOperationException();
    }

    @Override
    public <T> T get(CompletableFuture<T> future, Duration timeout) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void pause(long nanos) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Worker worker(String threadName, int capacity) {
      throw new UnsupportedOperationException();
    }
  }

  /** Waits for ever. */
  static final class Waiting extends PendingRequest<String> {
    Waiting(PendingRequests table) {
      super(table, 1_000, null);
    }

    @Override
    void onResponse(SocketAddress sender, Rsp<Object> response) {}

    @Override
    void suspect(Membership view, boolean merged) {}

    @Override
    void expire() {}
  }

  private boolean isSeen(Waiting wanted) {
    AtomicBoolean seen = new AtomicBoolean();
    pending.forEach(
        request -> {
          if (request == wanted) {
            seen.set(true);
          }
        });
    return seen.get();
  }

  private void assertSweepIsToCome() {
    pending.watchDeadlines();
    assertThat(time.later.get()).as("what is to be done later").isNotNull();
  }

  @Test
  void shouldSweepOnceThereAreThreadsAgain() {
    time.outOfThreads.set(true);
    assertThatThrownBy(pending::watchDeadlines).isInstanceOf(OutOfMemoryError.class);
    time.outOfThreads.set(false);
    assertSweepIsToCome();
  }

  @Test
  void shouldSweepAgainAfterASweepThatCouldNotAskForTheNext() {
    pending.add(new Waiting(pending));
    pending.watchDeadlines();
    time.outOfThreads.set(true);
    assertThatThrownBy(time::runLater).isInstanceOf(OutOfMemoryError.class);
    time.outOfThreads.set(false);
    assertSweepIsToCome();
  }

  @Test
  void shouldGoOnSweepingThoughTheNextSweepCouldNotBeAskedForOnce() {
    AtomicInteger asked = new AtomicInteger();
    Time failing =
        new Time() {
          @Override
          public void later(Duration delay, Runnable task) {
            if (asked.incrementAndGet() == 2) {
              throw new InternalError("no thread, as the test wants it");
            }
            super.later(delay, task);
          }
        };
    PendingRequests requests = new PendingRequests(failing);
    requests.add(new Waiting(requests));
    requests.watchDeadlines();
    assertThatThrownBy(failing::runLater).isInstanceOf(InternalError.class);
    failing.runLater();
    assertThat(asked).as("also the next").hasValue(4);
  }

  /** Is late from the beginning, and ends at the second try. */
  private static final class Stubborn extends PendingRequest<String> {
    private boolean tried;

    Stubborn(PendingRequests table) {
      super(table, 0, null);
    }

    @Override
    void onResponse(SocketAddress sender, Rsp<Object> response) {}

    @Override
    void suspect(Membership view, boolean merged) {}

    @Override
    void expire() {
      if (!tried) {
        tried = true;
        throw new InternalError("meant by the test");
      }
      finish("nothing came");
    }
  }

  @Test
  void shouldEndAtTheNextSweepWhatAnErrorKeptFromEndingAtThis() {
    Stubborn first = new Stubborn(pending);
    Stubborn second = new Stubborn(pending);
    pending.add(first);
    pending.add(second);
    pending.watchDeadlines();
    time.runLater();
    assertThat(first).isNotDone();

    time.runLater();
    assertThat(first).isCompletedWithValue("nothing came");
    assertThat(second).isCompletedWithValue("nothing came");
  }

  @Test
  void shouldTellAllOthersOfAViewWhenAnErrorKeepsOneFromHearing() {
    Stubborn first = new Stubborn(pending);
    Stubborn second = new Stubborn(pending);
    pending.add(first);
    pending.add(second);
    second.tried = true;
    pending.forEachOnItsOwn(PendingRequest::expire);
    assertThat(first).isNotDone();
    assertThat(second).isCompletedWithValue("nothing came");
  }

  /** One that is not seen is neither ended at its deadline nor when its member is gone. */
  @Test
  void shouldNeverLoseSightOfARequestThatIsPutInWhileItSweeps() throws Exception {
    AtomicBoolean stopped = new AtomicBoolean();
    Thread sweeper =
        new Thread(
            () -> {
              while (!stopped.get()) {
                pending.watchDeadlines();
                time.runLater();
              }
            });
    sweeper.start();
    try {
      long end = System.nanoTime() + TIME.toNanos();
      for (int number = 0; System.nanoTime() < end; number++) {
        Waiting request = new Waiting(pending);
        assertThat(pending.add(request)).isTrue();
        assertThat(isSeen(request)).as("request %d", number).isTrue();
        pending.remove(request);
      }
    } finally {
      stopped.set(true);
      sweeper.join();
    }
  }
}
