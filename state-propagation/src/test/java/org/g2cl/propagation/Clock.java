package org.g2cl.propagation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;

/** Time, which passes when told, and what is to be done at a time. */
final class Clock implements Scheduler {
  private record Task(long due, Runnable action) {}

  private final List<Task> tasks = new ArrayList<>();
  private long now;
  private boolean isExhausted;

  void pass(Duration time) {
    now += time.toNanos();
  }

  /** Runs what is due by now, once. */
  void runDue() {
    List<Task> due = tasks.stream().filter(task -> task.due() <= now).toList();
    tasks.removeAll(due);
    due.forEach(task -> task.action().run());
  }

  /** Has what is asked for later fail, as when memory is out, or not any more. */
  void exhausted(boolean now) {
    isExhausted = now;
  }

  boolean isIdle() {
    return tasks.isEmpty();
  }

  @Override
  public long nanoTime() {
    return now;
  }

  @Override
  public long nextLong() {
    throw new UnsupportedOperationException();
  }

  @Override
  public void await(Object monitor, long nanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void signalAll(Object monitor) {
    // nobody can wait
  }

  @Override
  public <T> T get(CompletableFuture<T> future, Duration timeout) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void pause(long nanos) {
    now += nanos;
  }

  @Override
  public void later(Duration delay, Runnable task) {
    if (isExhausted) {
      throw new OutOfMemoryError("meant by the test");
    }
    tasks.add(new Task(now + delay.toNanos(), task));
  }

  @Override
  public Worker worker(String threadName, int capacity) {
    throw new UnsupportedOperationException();
  }
}
