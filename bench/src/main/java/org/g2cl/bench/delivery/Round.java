package org.g2cl.bench.delivery;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.g2cl.bench.worker.BenchException;

/**
 * One round at one member: what it sends, and what is delivered to it.
 *
 * <p>The members of a machine start at the same reading of the monotonic clock that all its
 * processes share, so none is measured from a later start than the others.
 */
final class Round implements Endpoint.Receiver {
  private static final Duration LONGEST = Duration.ofMinutes(2);
  private static final long SPIN_NANOS = 200_000;
  private static final long PRIME = 1_000_003;

  private final long expected;
  private final CountDownLatch complete = new CountDownLatch(1);
  private long delivered;
  private long order;
  private volatile long end;

  Round(long expected) {
    this.expected = expected;
  }

  /** Total order is delivered by one thread at a time, of which there may be many. */
  @Override
  public synchronized void delivered(int sender, byte first) {
    order = (order * PRIME + sender) * PRIME + (first & 0xff);
    delivered++;
    if (delivered == expected) {
      end = System.nanoTime();
      complete.countDown();
    }
  }

  /**
   * Sends and waits for all deliveries.
   *
   * @param start reading of {@link System#nanoTime()} at which all members start
   */
  Result run(Endpoint endpoint, int size, int count, long start) throws Exception {
    byte[][] payloads = payloads(size);
    boolean late = System.nanoTime() - start > 0;
    awaitStart(start);
    long cpu = ProcessCpu.nanos();
    for (int i = 0; i < count; i++) {
      endpoint.multicast(payloads[i % payloads.length]);
    }
    if (!complete.await(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      throw new BenchException(
          "%d of %d messages of %d bytes were delivered within %d s"
              .formatted(seen(), expected, size, LONGEST.toSeconds()));
    }
    return new Result((end - start) / 1e9, (ProcessCpu.nanos() - cpu) / 1e9, orderSeen(), late);
  }

  /** One for each first byte, since engines keep and read what was sent before. */
  private static byte[][] payloads(int size) {
    byte[][] payloads = new byte[256][size];
    for (int i = 0; i < payloads.length; i++) {
      payloads[i][0] = (byte) i;
    }
    return payloads;
  }

  private static void awaitStart(long start) {
    long left = start - System.nanoTime();
    while (left > 0) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
      left = start - System.nanoTime();
    }
  }

  private synchronized long seen() {
    return delivered;
  }

  /** Digest of senders and first bytes in the order of delivery. */
  synchronized long orderSeen() {
    return order;
  }

  /**
   * Outcome at one member.
   *
   * @param seconds from the start to the last delivery
   * @param cpuSeconds processor time of the member's process
   * @param order number that is the same for the same order of senders and messages
   * @param late whether it was told to start after the start
   */
  record Result(double seconds, double cpuSeconds, long order, boolean late) {}
}
