package net.sf.jgcs.spi.jgroups;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Wait of a coordinator that leaves, until all members have what it cast: what none of them has is
 * lost with it.
 *
 * <p>Thread-safe.
 *
 * @param <A> address of a member
 */
final class Farewell<A> {
  private final Set<A> behind = new HashSet<>();
  private long lastAnswerNanos;

  /** Begins, before the members are asked. */
  synchronized void begin(Collection<A> asked) {
    behind.addAll(asked);
    lastAnswerNanos = System.nanoTime();
  }

  synchronized void reached(A member) {
    behind.remove(member);
    lastAnswerNanos = System.nanoTime();
    notifyAll();
  }

  /** Waits no more for who is not in a new view. */
  synchronized void retain(Set<A> members) {
    behind.retainAll(members);
    notifyAll();
  }

  /** Ends the wait. */
  synchronized void stop() {
    behind.clear();
    notifyAll();
  }

  /**
   * Waits until all came so far, or none has for a while.
   *
   * @param longest that while
   * @return those that are still behind
   * @throws InterruptedException when interrupted
   */
  synchronized List<A> await(Duration longest) throws InterruptedException {
    long left = longest.toNanos();
    while (left > 0 && !behind.isEmpty()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      left = lastAnswerNanos + longest.toNanos() - System.nanoTime();
    }
    return List.copyOf(behind);
  }
}
