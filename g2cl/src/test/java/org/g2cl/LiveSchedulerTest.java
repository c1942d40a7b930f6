package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LiveSchedulerTest {
  @Test
  void shouldEndTheThreadOfDeadlinesWhenItHasNothingToDoAndStartAnother() throws Exception {
    ScheduledExecutorService timer = LiveScheduler.timer(Duration.ofMillis(20));
    Thread first = timer.schedule(Thread::currentThread, 1, TimeUnit.MILLISECONDS).get();
    await().atMost(Duration.ofSeconds(20)).until(() -> !first.isAlive());
    Thread second = timer.schedule(Thread::currentThread, 1, TimeUnit.MILLISECONDS).get();
    assertThat(second).isNotSameAs(first);
  }

  private static String madeByCaller(InheritableThreadLocal<String> local) {
    return "%s, %s".formatted(Thread.currentThread().getContextClassLoader(), local.get());
  }

  /** An application's loader, and what it keeps for its threads, must go with it. */
  @Test
  void shouldTakeNothingOverFromTheThreadThatAsksFirst() throws Exception {
    var local = new InheritableThreadLocal<String>();
    ScheduledExecutorService timer = LiveScheduler.timer(Duration.ofSeconds(10));
    var asked = new CompletableFuture<String>();
    var caller =
        new Thread(
            () -> {
              local.set("of the caller");
              timer.execute(() -> asked.complete(madeByCaller(local)));
            });
    caller.setContextClassLoader(new ClassLoader("application", null) {});
    caller.start();
    assertThat(asked.get(20, TimeUnit.SECONDS))
        .isEqualTo("%s, null".formatted(LiveScheduler.class.getClassLoader()));
  }

  /** Makes no thread at first, as when the system has no room for one. */
  private static Thread none(Runnable body) {
    return new Thread(body) {
      @Override
      public synchronized void start() {
        throw new OutOfMemoryError("no thread, as the test wants it");
      }
    };
  }

  @Test
  void shouldNotRunATaskThatItHasRefused() throws Exception {
    var threads = new AtomicReference<ThreadFactory>(LiveSchedulerTest::none);
    var timer = new ScheduledThreadPoolExecutor(1, body -> threads.get().newThread(body));
    try {
      var runs = new CopyOnWriteArrayList<String>();
      assertThatThrownBy(() -> LiveScheduler.later(timer, Duration.ZERO, () -> runs.add("refused")))
          .isInstanceOf(OutOfMemoryError.class);
      threads.set(Thread::new);
      LiveScheduler.later(timer, Duration.ofMillis(1), () -> runs.add("taken"));
      await().atMost(Duration.ofSeconds(20)).until(() -> !runs.isEmpty());
      assertThat(runs).containsExactly("taken");
    } finally {
      timer.shutdownNow();
    }
  }
}
