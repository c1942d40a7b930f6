package org.g2cl.propagation;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of {@link StatePropagation}; each has a default.
 *
 * @param backups copies besides the owner's that an update waits for; 0 or more
 * @param minimumCopies copies besides the owner's without which a call fails; 0 lets the owner go
 *     on alone
 * @param acknowledgeTimeout time after which a silent backup is replaced by the next one
 * @param callTimeout time that a call may wait for another one of its session, or for a take-over
 * @param maxStateBytes largest state
 * @param repliesKept replies remembered per session
 * @param tombstoneRetention time for which a removed session's reply is remembered
 * @param repairPerSecond copies made again per second after a view change
 * @param mode how many copies an update gets, and how many a call waits for; {@code backups} and
 *     {@code minimumCopies} are looked at where the mode says so
 */
public record PropagationSettings(
    int backups,
    int minimumCopies,
    Duration acknowledgeTimeout,
    Duration callTimeout,
    int maxStateBytes,
    int repliesKept,
    Duration tombstoneRetention,
    int repairPerSecond,
    ReplicationMode mode) {

  /** Checks the ranges. */
  public PropagationSettings {
    Objects.requireNonNull(mode, "mode");
    atLeast("backups", backups, 0);
    atLeast("minimumCopies", minimumCopies, 0);
    boolean counted = mode == ReplicationMode.SYNCHRONOUS || mode == ReplicationMode.ASYNCHRONOUS;
    if (counted && minimumCopies > backups) {
      throw new IllegalArgumentException(
          "minimumCopies is %d, more than backups, which is %d; lower it or raise backups"
              .formatted(minimumCopies, backups));
    }
    positive("acknowledgeTimeout", acknowledgeTimeout);
    positive("callTimeout", callTimeout);
    atLeast("maxStateBytes", maxStateBytes, 1);
    atLeast("repliesKept", repliesKept, 1);
    positive("tombstoneRetention", tombstoneRetention);
    atLeast("repairPerSecond", repairPerSecond, 1);
  }

  /** The same without a mode: synchronous. */
  public PropagationSettings(
      int backups,
      int minimumCopies,
      Duration acknowledgeTimeout,
      Duration callTimeout,
      int maxStateBytes,
      int repliesKept,
      Duration tombstoneRetention,
      int repairPerSecond) {
    this(
        backups,
        minimumCopies,
        acknowledgeTimeout,
        callTimeout,
        maxStateBytes,
        repliesKept,
        tombstoneRetention,
        repairPerSecond,
        ReplicationMode.SYNCHRONOUS);
  }

  /** One backup, synchronous, 10 MiB of state, 8 replies. */
  public static PropagationSettings defaults() {
    return new PropagationSettings(
        1,
        0,
        Duration.ofMillis(500),
        Duration.ofSeconds(10),
        10 << 20,
        8,
        Duration.ofMinutes(10),
        2_000);
  }

  /** The same with another number of backups. */
  public PropagationSettings withBackups(int count) {
    return new PropagationSettings(
        count,
        minimumCopies,
        acknowledgeTimeout,
        callTimeout,
        maxStateBytes,
        repliesKept,
        tombstoneRetention,
        repairPerSecond,
        mode);
  }

  /** The same in another mode. */
  public PropagationSettings withMode(ReplicationMode other) {
    return new PropagationSettings(
        backups,
        minimumCopies,
        acknowledgeTimeout,
        callTimeout,
        maxStateBytes,
        repliesKept,
        tombstoneRetention,
        repairPerSecond,
        other);
  }

  private static void atLeast(String name, int value, int minimum) {
    if (value < minimum) {
      throw new IllegalArgumentException(
          "%s is %d; it must be at least %d".formatted(name, value, minimum));
    }
  }

  private static void positive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException("%s is %s; it must be positive".formatted(name, value));
    }
  }
}
