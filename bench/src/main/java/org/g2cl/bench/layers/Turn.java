package org.g2cl.bench.layers;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Side of an exchange by single messages: the one that asks waits, the other answers. */
final class Turn {
  private static final long LONGEST_SECONDS = 30;

  private final Semaphore acknowledged = new Semaphore(0);
  private volatile boolean asks;

  /** Waits for the acknowledgement of what is sent here. */
  void exchange(Sending sending) throws Exception {
    asks = true;
    sending.send();
    if (!acknowledged.tryAcquire(LONGEST_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("no acknowledgement within " + LONGEST_SECONDS + " s");
    }
  }

  /** Takes what was delivered: the acknowledgement, or a message to be acknowledged. */
  void delivered(Sending acknowledgement) {
    if (asks) {
      acknowledged.release();
      return;
    }
    try {
      acknowledgement.send();
    } catch (Exception e) { // told to the one who waits, by silence
      throw new IllegalStateException("the acknowledgement could not be sent: " + e, e);
    }
  }

  /** Sends something. */
  @FunctionalInterface
  interface Sending {
    void send() throws Exception;
  }
}
