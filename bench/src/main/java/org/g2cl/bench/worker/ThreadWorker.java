package org.g2cl.bench.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Worker that is a thread of this JVM: for tests, and engines that reach no other JVM. */
final class ThreadWorker implements Worker {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long GRACE_SECONDS = 20;

  private final String name;
  private final Roles roles = new Roles();
  private final ExecutorService thread;

  ThreadWorker(String name) {
    this.name = name;
    this.thread =
        Executors.newSingleThreadExecutor(
            work -> {
              Thread made = new Thread(work, name);
              made.setDaemon(true);
              return made;
            });
  }

  @Override
  public CompletableFuture<JsonNode> ask(
      Class<? extends Role> role, String verb, Arguments arguments) {
    return CompletableFuture.supplyAsync(() -> handle(role, verb, arguments), thread);
  }

  private JsonNode handle(Class<? extends Role> role, String verb, Arguments arguments) {
    try {
      return JSON.valueToTree(roles.handle(role.getName(), verb, arguments));
    } catch (BenchException e) {
      throw new BenchException(name + ": " + e.getMessage(), e);
    } catch (Exception e) { // whatever ends a measurement
      throw new BenchException(name + " failed at " + verb + ": " + e, e);
    }
  }

  @Override
  public void close() {
    thread.execute(roles::close);
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      thread.shutdownNow();
    }
  }
}
