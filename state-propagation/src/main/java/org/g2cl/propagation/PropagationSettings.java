package org.g2cl.propagation;

import java.time.Duration;
import java.util.Objects;

/** Settings of {@link StatePropagation}, immutable; each has a default. */
public final class PropagationSettings {
  /** Longest time that can be set, and that anything waits for. */
  static final Duration LONGEST = Duration.ofDays(365);

  /**
   * Most replies that can be kept. A copy counts them in one byte, together with the marks of
   * replies that are kept no more, of which there are four.
   */
  public static final int MOST_REPLIES_KEPT = 255 - 4;

  private final Builder values;

  private PropagationSettings(Builder values) {
    this.values = values;
  }

  /** Settings that all have their defaults. */
  public static PropagationSettings defaults() {
    return builder().build();
  }

  /** Builder that begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Builder that begins with these settings. */
  public Builder toBuilder() {
    return new Builder(values);
  }

  /** Copies besides the owner's that an update waits for. */
  public int backups() {
    return values.backups;
  }

  /** Copies besides the owner's without which a call fails; 0 lets the owner go on alone. */
  public int minimumCopies() {
    return values.minimumCopies;
  }

  /** Time after which a silent backup is replaced by the next one. */
  public Duration acknowledgeTimeout() {
    return values.acknowledgeTimeout;
  }

  /** Time that a call may wait for another one of its session, or for a take-over. */
  public Duration callTimeout() {
    return values.callTimeout;
  }

  /** Largest state, in bytes. */
  public int maxStateBytes() {
    return values.maxStateBytes;
  }

  /** Replies remembered per session. */
  public int repliesKept() {
    return values.repliesKept;
  }

  /** Time for which a removed session's reply is remembered. */
  public Duration tombstoneRetention() {
    return values.tombstoneRetention;
  }

  /** Copies made again per second after a view change. */
  public int repairPerSecond() {
    return values.repairPerSecond;
  }

  /**
   * How many copies an update gets, and how many a call waits for; {@link #backups} and {@link
   * #minimumCopies} are looked at where the mode says so.
   */
  public ReplicationMode mode() {
    return values.mode;
  }

  /** Builder of settings; ranges are checked when it builds. Not thread-safe. */
  public static final class Builder {
    private int backups = 1;
    private int minimumCopies;
    private Duration acknowledgeTimeout = Duration.ofMillis(500);
    private Duration callTimeout = Duration.ofSeconds(10);
    private int maxStateBytes = 10 << 20;
    private int repliesKept = 8;
    private Duration tombstoneRetention = Duration.ofMinutes(10);
    private int repairPerSecond = 2_000;
    private ReplicationMode mode = ReplicationMode.SYNCHRONOUS;

    private Builder() {}

    private Builder(Builder other) {
      backups = other.backups;
      minimumCopies = other.minimumCopies;
      acknowledgeTimeout = other.acknowledgeTimeout;
      callTimeout = other.callTimeout;
      maxStateBytes = other.maxStateBytes;
      repliesKept = other.repliesKept;
      tombstoneRetention = other.tombstoneRetention;
      repairPerSecond = other.repairPerSecond;
      mode = other.mode;
    }

    /** Copies besides the owner's that an update waits for; 0 or more, by default 1. */
    public Builder backups(int count) {
      backups = count;
      return this;
    }

    /**
     * Copies besides the owner's without which a call fails; 0 or more, where the mode counts
     * backups not more than these, and 0 in the asynchronous one. By default 0: the owner goes on
     * alone.
     */
    public Builder minimumCopies(int count) {
      minimumCopies = count;
      return this;
    }

    /**
     * Time after which a silent backup is replaced by the next one; positive, at most 365 days, by
     * default 500 ms.
     */
    public Builder acknowledgeTimeout(Duration time) {
      acknowledgeTimeout = time;
      return this;
    }

    /**
     * Time that a call may wait for another one of its session, or for a take-over; positive, at
     * most 365 days, by default 10 s.
     */
    public Builder callTimeout(Duration time) {
      callTimeout = time;
      return this;
    }

    /** Largest state in bytes; 1 or more, by default 10 MiB. */
    public Builder maxStateBytes(int bytes) {
      maxStateBytes = bytes;
      return this;
    }

    /** Replies remembered per session; 1 to 251, by default 8. */
    public Builder repliesKept(int count) {
      repliesKept = count;
      return this;
    }

    /**
     * Time for which a removed session's reply is remembered; positive, at most 365 days, by
     * default 10 minutes.
     */
    public Builder tombstoneRetention(Duration time) {
      tombstoneRetention = time;
      return this;
    }

    /** Copies made again per second after a view change; 1 or more, by default 2,000. */
    public Builder repairPerSecond(int count) {
      repairPerSecond = count;
      return this;
    }

    /** How many copies an update gets, and how many a call waits for; by default synchronous. */
    public Builder mode(ReplicationMode kind) {
      mode = kind;
      return this;
    }

    /**
     * Builds the settings; the builder may be used on.
     *
     * @throws IllegalArgumentException when a value is out of its range, or {@code minimumCopies}
     *     is more than {@code backups}, or more than 0 where no call waits for a copy
     * @throws NullPointerException when a time or the mode is null
     */
    public PropagationSettings build() {
      Objects.requireNonNull(mode, "mode");
      atLeast("backups", backups, 0);
      atLeast("minimumCopies", minimumCopies, 0);
      boolean counted = mode == ReplicationMode.SYNCHRONOUS || mode == ReplicationMode.ASYNCHRONOUS;
      if (counted && minimumCopies > backups) {
        throw new IllegalArgumentException(
            "minimumCopies is %d, more than backups, which is %d; lower it or raise backups"
                .formatted(minimumCopies, backups));
      }
      if (mode == ReplicationMode.ASYNCHRONOUS && minimumCopies > 0) {
        throw new IllegalArgumentException(
            "minimumCopies is %d, and in the mode asynchronous no call waits for a copy; set it to 0, or another mode"
                .formatted(minimumCopies));
      }
      positive("acknowledgeTimeout", acknowledgeTimeout);
      positive("callTimeout", callTimeout);
      atLeast("maxStateBytes", maxStateBytes, 1);
      atLeast("repliesKept", repliesKept, 1);
      atMost("repliesKept", repliesKept, MOST_REPLIES_KEPT);
      positive("tombstoneRetention", tombstoneRetention);
      atLeast("repairPerSecond", repairPerSecond, 1);
      return new PropagationSettings(new Builder(this));
    }

    private static void atLeast(String name, int value, int minimum) {
      if (value < minimum) {
        throw new IllegalArgumentException(
            "%s is %d; it must be at least %d".formatted(name, value, minimum));
      }
    }

    private static void atMost(String name, int value, int maximum) {
      if (value > maximum) {
        throw new IllegalArgumentException(
            "%s is %d; it must be at most %d".formatted(name, value, maximum));
      }
    }

    private static void positive(String name, Duration value) {
      if (value.isZero() || value.isNegative()) {
        throw new IllegalArgumentException("%s is %s; it must be positive".formatted(name, value));
      }
      if (value.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException(
            "%s is %s; it must be at most %s".formatted(name, value, LONGEST));
      }
    }
  }
}
