package org.g2cl.propagation;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.g2cl.Scheduler;

/** Time alone, which passes when told. */
final class Clock implements Scheduler {
  private long now;

  void pass(Duration time) {
    now += time.toNanos();
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
  public void later(Duration delay, Runnable task) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Worker worker(String threadName, int capacity) {
    throw new UnsupportedOperationException();
  }
}
