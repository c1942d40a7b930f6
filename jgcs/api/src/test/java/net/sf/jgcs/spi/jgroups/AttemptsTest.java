package net.sf.jgcs.spi.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AttemptsTest {
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private final AtomicLong nanoTime = new AtomicLong(4711);
  private final Attempts attempts = new Attempts("127.0.0.1:4712", nanoTime::get);
  private final AtomicInteger tried = new AtomicInteger();

  private void timeOut() throws SocketTimeoutException {
    tried.incrementAndGet();
    throw new SocketTimeoutException("for the test");
  }

  @Test
  void shouldTryAgainOnlyAfterAWhileWhatHasTimedOut() throws Exception {
    assertThatThrownBy(() -> attempts.send(this::timeOut))
        .isInstanceOf(SocketTimeoutException.class);
    nanoTime.addAndGet(Duration.ofMillis(999).toNanos());
    assertThatThrownBy(() -> attempts.send(this::timeOut))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("4712");
    assertThat(tried).hasValue(1);
    nanoTime.addAndGet(Duration.ofMillis(1).toNanos());
    attempts.send(tried::incrementAndGet);
    attempts.send(tried::incrementAndGet);
    assertThat(tried).hasValue(3);
  }

  /** A process that is started again must be reached as soon as it listens. */
  @Test
  void shouldTryAtOnceAgainWhatWasRefused() throws Exception {
    assertThatThrownBy(
            () ->
                attempts.send(
                    () -> {
                      throw new ConnectException("refused");
                    }))
        .hasMessage("refused");
    attempts.send(tried::incrementAndGet);
    assertThat(tried).hasValue(1);
  }

  @Test
  void shouldTellThoseWhoWaitedForAnAttemptThatItHasTimedOut() throws Exception {
    CountDownLatch trying = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    CompletableFuture<Throwable> first = new CompletableFuture<>();
    CompletableFuture<Throwable> second = new CompletableFuture<>();
    start(
        first,
        () -> {
          trying.countDown();
          over.await();
          timeOut();
        });
    trying.await();
    Thread waiting = start(second, this::timeOut);
    await().atMost(LONGEST).until(() -> waiting.getState() == Thread.State.BLOCKED);
    over.countDown();
    assertThat(first.get(LONGEST.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(SocketTimeoutException.class);
    assertThat(second.get(LONGEST.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ConnectException.class);
    assertThat(tried).hasValue(1);
  }

  private Thread start(CompletableFuture<Throwable> failure, Attempts.Sending sending) {
    Thread thread =
        new Thread(
            () -> {
              try {
                attempts.send(sending);
                failure.complete(null);
              } catch (Exception e) {
                failure.complete(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
