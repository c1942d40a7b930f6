package org.g2cl.bench.worker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for answers of workers, for a bounded time. */
final class Answers {
  /** More than the longest single thing that a worker is asked to do. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private Answers() {}

  static <T> T await(CompletableFuture<T> answer) {
    try {
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new BenchException(e.getCause().getMessage(), e.getCause());
    } catch (TimeoutException e) {
      throw new BenchException("no answer of a worker within " + PATIENCE.toMinutes() + " min", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted while waiting for a worker", e);
    }
  }
}
