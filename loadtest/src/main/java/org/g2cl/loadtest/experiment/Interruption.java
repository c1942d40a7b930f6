package org.g2cl.loadtest.experiment;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether an experiment was interrupted. Thread-safe. */
public final class Interruption {
  /** Ctrl-C reaches the nodes, too: that they end may be noticed here before it is. */
  private static final Duration NOTICED = Duration.ofMillis(500);

  private final CountDownLatch come = new CountDownLatch(1);

  /** One that has not come. */
  public Interruption() {}

  /** Tells that it has come. */
  public void come() {
    come.countDown();
  }

  /** Whether it has come. */
  public boolean hasCome() {
    return come.getCount() == 0;
  }

  /** Whether it is what a part of the bed has just broken by; waits for it for a moment. */
  public boolean isTheReason() throws InterruptedException {
    return come.await(NOTICED.toMillis(), TimeUnit.MILLISECONDS);
  }
}
