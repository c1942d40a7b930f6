package net.sf.jgcs.spi.jgroups;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Attempts to reach one address to which there is no connection: one at a time, and none for a
 * while after one has timed out. Who sends while one is made waits for its end, and who sends after
 * it has timed out is told at once that nobody is reached; in JGroups each waits for a time-out of
 * its own, after all who came before. Thread-safe.
 */
public final class Attempts {
  /** Short enough for the heartbeat of every other second. */
  private static final Duration REST = Duration.ofSeconds(1);

  private final Object peer;
  private final LongSupplier nanoTime;
  private boolean timedOut;
  private long endedNanos;

  /**
   * Creates them, with none made yet.
   *
   * @param peer address, for messages
   */
  public Attempts(Object peer) {
    this(peer, System::nanoTime);
  }

  Attempts(Object peer, LongSupplier nanoTime) {
    this.peer = peer;
    this.nanoTime = nanoTime;
  }

  /** Sending of one message, which connects first. */
  @FunctionalInterface
  public interface Sending {
    /**
     * Sends.
     *
     * @throws Exception as JGroups declares; {@link SocketTimeoutException} when connecting takes
     *     too long
     */
    void send() throws Exception;
  }

  /**
   * Sends, unless an attempt has timed out a moment ago.
   *
   * @throws ConnectException when one has; nothing was tried
   * @throws Exception what the sending throws
   */
  public synchronized void send(Sending sending) throws Exception {
    if (timedOut && nanoTime.getAsLong() - endedNanos < REST.toNanos()) {
      throw new ConnectException(peer + " was not reached less than " + REST + " ago");
    }
    timedOut = false;
    try {
      sending.send();
    } catch (SocketTimeoutException e) {
      timedOut = true;
      endedNanos = nanoTime.getAsLong();
      throw e;
    }
  }
}
