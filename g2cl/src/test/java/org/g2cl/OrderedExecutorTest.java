package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OrderedExecutorTest {
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final CountDownLatch firstEnds = new CountDownLatch(1);
  private final AtomicReference<ThreadFactory> threads = new AtomicReference<>(Thread::new);
  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          1, 1, 1, TimeUnit.MILLISECONDS, new LateQueue(), body -> threads.get().newThread(body));

  /** Queues a task when the thread that was there has just ended, and there can be no other. */
  private final class LateQueue extends ArrayBlockingQueue<Runnable> {
    private static final long serialVersionUID = 1L;

    LateQueue() {
      super(10);
    }

    @Override
    public boolean offer(Runnable task) {
      firstEnds.countDown();
      await().atMost(WAIT).until(() -> pool.getPoolSize() == 0);
      threads.set(OrderedExecutorTest::none);
      return super.offer(task);
    }
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      latch.await(WAIT.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread none(Runnable body) {
    throw new OutOfMemoryError("no thread for " + body + ", as the test wants it");
  }

  /** It was never queued then, so it is not found there to be taken back. */
  @Test
  void shouldRefuseATaskForWhichThereCanBeNoFirstThread() {
    try (OrderedExecutor worker = new OrderedExecutor(pool)) {
      threads.set(OrderedExecutorTest::none);
      assertThatThrownBy(() -> worker.offer(() -> {})).isInstanceOf(OutOfMemoryError.class);
    }
  }

  @Test
  void shouldNotRunATaskThatItHasRefusedForWantOfAThread() {
    List<String> runs = new CopyOnWriteArrayList<>();
    try (OrderedExecutor worker = new OrderedExecutor(pool)) {
      assertThat(worker.offer(() -> awaitLatch(firstEnds))).isTrue();
      assertThatThrownBy(() -> worker.offer(() -> runs.add("refused")))
          .isInstanceOf(OutOfMemoryError.class);
      threads.set(Thread::new);
      assertThat(worker.offer(() -> runs.add("taken"))).isTrue();
      await().atMost(WAIT).until(() -> pool.getCompletedTaskCount() > 1 && pool.getPoolSize() == 0);
      assertThat(runs).containsExactly("taken");
    }
  }
}
