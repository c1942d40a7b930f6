package org.g2cl.cmi.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class IdleWatchTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final long SOON = TimeUnit.MILLISECONDS.toNanos(20);

  private final IdleWatch watch = new IdleWatch();

  @Test
  void shouldCloseConnectionsOfAClientThatAsksNothingMore() throws Exception {
    var settings =
        ClientSettings.builder().with(ClientSetting.IDLE_TIMEOUT, Duration.ofMillis(300)).build();
    var pools = new Pools(settings);
    try (FakeServer server = new FakeServer(FakeBeans::serve)) {
      List<EjbdConnection> taken = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        taken.add(pools.of(server.location()).acquire(() -> LONG));
      }
      taken.forEach(pools.of(server.location())::release);
      assertThat(pools.open()).isEqualTo(3);

      await().atMost(LONG).until(() -> pools.open() == 0);
    }
  }

  @Test
  void shouldEndItsThreadWhenNothingIsIdleAndStartAnother() {
    Thread first = threadOf(() -> IdleWatch.NOTHING);
    await().atMost(LONG).until(() -> !first.isAlive());

    assertThat(threadOf(() -> IdleWatch.NOTHING)).isNotSameAs(first);
  }

  private Thread threadOf(IdleWatch.Idle idle) {
    var asked = new CompletableFuture<Thread>();
    watch.watch(
        () -> {
          asked.complete(Thread.currentThread());
          return idle.closeExpired();
        });
    return asked.orTimeout(LONG.toSeconds(), TimeUnit.SECONDS).join();
  }

  @Test
  void shouldLookAtEachThoughItsThreadMayJustBeEnding() throws Exception {
    for (int i = 0; i < 5_000; i++) {
      var looked = new CountDownLatch(1);
      watch.watch(
          () -> {
            looked.countDown();
            return IdleWatch.NOTHING;
          });
      assertThat(looked.await(LONG.toSeconds(), TimeUnit.SECONDS)).as("at %d", i).isTrue();
    }
  }

  @Test
  void shouldAskAgainWhenTheNextOneIsDueThoughAnotherIsDueMuchLater() {
    Thread first = threadOf(() -> TimeUnit.HOURS.toNanos(1));
    var times = new AtomicInteger();

    watch.watch(() -> times.incrementAndGet() < 5 ? SOON : IdleWatch.NOTHING);

    await().atMost(LONG).until(() -> times.get() > 5); // a last look after it was left
    assertThat(first.isAlive()).isTrue();
  }

  @Test
  void shouldGoOnAfterAnErrorOfTheJvm() {
    var times = new AtomicInteger();

    watch.watch(
        () -> {
          if (times.incrementAndGet() == 1) {
            throw new OutOfMemoryError("meant by the test");
          }
          return IdleWatch.NOTHING;
        });

    await().atMost(LONG).until(() -> times.get() > 1);
  }

  @Test
  void shouldGoOnWithOneThatHasSomethingIdleAgainAsItIsLeft() {
    var times = new AtomicInteger();

    watch.watch(() -> times.incrementAndGet() == 2 ? SOON : IdleWatch.NOTHING);

    await().atMost(LONG).until(() -> times.get() > 2);
  }

  /** An interruption, as of a container that looks for threads, must not make it spin. */
  @Test
  void shouldPauseAfterAnInterruption() {
    var times = new AtomicInteger();
    Thread thread =
        threadOf(() -> times.incrementAndGet() == 1 ? TimeUnit.HOURS.toNanos(1) : SOON * 5);
    thread.interrupt();
    await().atMost(LONG).until(() -> times.get() > 1);
    assertThat(thread.isInterrupted()).isFalse();
  }

  /** An application's loader, and what it keeps for its threads, must go with it. */
  @Test
  void shouldTakeNothingOverFromTheThreadThatUsesItFirst() throws Exception {
    var local = new InheritableThreadLocal<String>();
    var made = new CompletableFuture<String>();
    var caller =
        new Thread(
            () -> {
              local.set("of the caller");
              watch.watch(
                  () -> {
                    Thread current = Thread.currentThread();
                    made.complete("%s, %s".formatted(current.getContextClassLoader(), local.get()));
                    return IdleWatch.NOTHING;
                  });
            });
    caller.setContextClassLoader(new ClassLoader("application", null) {});
    caller.start();
    assertThat(made.get(LONG.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo("%s, null".formatted(IdleWatch.class.getClassLoader()));
  }
}
