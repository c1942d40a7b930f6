package org.g2cl.jgcs.local;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.random.RandomGenerator;

/** One direction between two members: its delay, loss and block, and what is held by it. */
final class Link {
  private Delay delay;
  private Disturbance disturbance;
  private boolean blocked;
  private boolean cut;
  private final Queue<Frame> held = new ArrayDeque<>();
  private long lastOrderedArrival = Long.MIN_VALUE;
  private int orderedUnderWay;

  Link(Delay delay, Disturbance disturbance) {
    this.delay = delay;
    this.disturbance = disturbance;
  }

  void delay(Delay next) {
    delay = next;
  }

  void disturbance(Disturbance next) {
    disturbance = next;
  }

  Disturbance disturbance() {
    return disturbance;
  }

  boolean blocked() {
    return blocked;
  }

  void block() {
    blocked = true;
  }

  void cut() {
    blocked = true;
    cut = true;
  }

  /** Tells whether the frame is lost for good. */
  boolean loses(Frame frame) {
    return cut && frame.bestEffort();
  }

  /** Opens the link and gives back what it held. */
  Queue<Frame> unblock() {
    blocked = false;
    cut = false;
    Queue<Frame> released = new ArrayDeque<>(held);
    held.clear();
    return released;
  }

  void hold(Frame frame) {
    held.add(frame);
  }

  /** Time of arrival; a later ordered frame never arrives before an earlier one. */
  long arrival(Frame frame, long now, RandomGenerator random) {
    long arrival = now + delay.next(random);
    if (frame.ordered()) {
      arrival = lastOrderedArrival == Long.MIN_VALUE ? arrival : later(arrival, lastOrderedArrival);
      lastOrderedArrival = arrival;
    }
    return arrival;
  }

  private static long later(long one, long other) {
    return one - other >= 0 ? one : other;
  }

  boolean mayPassAtOnce(Frame frame) {
    return !frame.ordered() || orderedUnderWay == 0;
  }

  void departed(Frame frame) {
    orderedUnderWay += frame.ordered() ? 1 : 0;
  }

  void arrived(Frame frame) {
    orderedUnderWay -= frame.ordered() ? 1 : 0;
  }

  /** Shares of messages that are lost, and that arrive twice. */
  record Disturbance(double loss, double duplication) {
    static final Disturbance NONE = new Disturbance(0, 0);

    Disturbance {
      check("loss", loss);
      check("duplication", duplication);
    }

    private static void check(String what, double share) {
      if (!(share >= 0 && share <= 1)) {
        throw new IllegalArgumentException(
            "%s %s: a share of messages is 0 to 1".formatted(what, share));
      }
    }
  }

  /** Delay between two bounds, chosen anew for every frame. */
  record Delay(Duration shortest, Duration longest) {
    static final Delay NONE = new Delay(Duration.ZERO, Duration.ZERO);

    Delay {
      if (shortest.isNegative() || longest.compareTo(shortest) < 0) {
        throw new IllegalArgumentException(
            "delay from %s to %s: the first is at least 0 and at most the second"
                .formatted(shortest, longest));
      }
    }

    long next(RandomGenerator random) {
      long low = shortest.toNanos();
      long high = longest.toNanos();
      return low == high ? low : random.nextLong(low, high + 1);
    }
  }
}
