package org.g2cl;

import java.time.Duration;
import java.util.function.LongConsumer;

/**
 * Pace of a state transfer that leaves room for others: when a chunk takes longer than the quickest
 * one did, somebody is busy, and the provider rests for the difference before the next.
 *
 * <p>So it takes about half of what it could get from a group that is busy, and all of one that is
 * not. It rests ten seconds at most in all: a transfer under load never ends that much later, and
 * what the joiner holds meanwhile stays bounded. After LEDBAT (RFC 6817), which yields by delay,
 * too.
 */
final class ChunkPace {
  /** Longest rest after one chunk. */
  static final Duration LONGEST = Duration.ofMillis(50);

  /** Longest rest in all. */
  static final Duration TOTAL = Duration.ofSeconds(10);

  /** Shorter ones are not worth a change of threads. */
  private static final long SHORTEST_NANOS = Duration.ofNanos(100_000).toNanos();

  private final LongConsumer pause;
  private long quickest = Long.MAX_VALUE;
  private long left = TOTAL.toNanos();

  /**
   * Creates one.
   *
   * @param pause lets the caller rest for so many nanoseconds
   */
  ChunkPace(LongConsumer pause) {
    this.pause = pause;
  }

  /** Rests as fits a chunk that took so long until it was taken. */
  void taken(long nanos) {
    quickest = Math.min(quickest, nanos);
    long rest = Math.min(Math.min(nanos - quickest, LONGEST.toNanos()), left);
    if (rest >= SHORTEST_NANOS) {
      left -= rest;
      pause.accept(rest);
    }
  }
}
