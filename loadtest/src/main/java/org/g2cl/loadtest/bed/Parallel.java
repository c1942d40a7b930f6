package org.g2cl.loadtest.bed;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tasks at the same time, each in a thread of its own. */
public final class Parallel {
  private Parallel() {}

  /** Runs all to their end; throws the first failure. */
  public static void run(List<Runnable> tasks) {
    if (tasks.isEmpty()) {
      return;
    }
    ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
    try {
      CompletableFuture<?>[] all =
          tasks.stream()
              .map(task -> CompletableFuture.runAsync(task, threads))
              .toArray(CompletableFuture<?>[]::new);
      CompletableFuture.allOf(all).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof BedException failure) {
        throw failure;
      }
      throw e;
    } finally {
      threads.shutdown();
    }
  }
}
