package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TransferWorkersTest {
  @Test
  void shouldNotLetOneTransferWaitForAnother() throws Exception {
    TransferWorkers workers = new TransferWorkers(Scheduler.live(), "test-transfer", 4);
    CountDownLatch together = new CountDownLatch(TransferWorkers.MAX_THREADS);
    CountDownLatch ended = new CountDownLatch(TransferWorkers.MAX_THREADS);
    for (int i = 0; i < TransferWorkers.MAX_THREADS; i++) {
      assertThat(workers.offer(() -> meet(together, ended))).isTrue();
    }
    assertThat(ended.await(30, TimeUnit.SECONDS)).isTrue();
    workers.close();
    assertThat(workers.offer(() -> {})).isFalse();
  }

  /** Ends when all have come, which needs a thread for each. */
  private static void meet(CountDownLatch together, CountDownLatch ended) {
    together.countDown();
    try {
      if (together.await(20, TimeUnit.SECONDS)) {
        ended.countDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whoever asks for a state is to be refused, not left waiting. */
  @Test
  void shouldRefuseATransferForWhichNoThreadCanBeMade() {
    var time =
        new PendingRequestsTest.Time() {
          @Override
          public Worker worker(String threadName, int capacity) {
            return new Threadless();
          }
        };
    assertThat(new TransferWorkers(time, "test-transfer", 4).offer(() -> {})).isFalse();
  }

  private static final class Threadless implements Scheduler.Worker {
    @Override
    public boolean offer(Runnable task) {
      throw new InternalError("no thread, as the test wants it");
    }

    @Override
    public void close() {}
  }
}
