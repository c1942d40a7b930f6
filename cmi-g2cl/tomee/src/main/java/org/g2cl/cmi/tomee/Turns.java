package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.g2cl.propagation.RequestId;

/**
 * Calls of each session that this server lets in or executes, so that the others wait for them in
 * the order in which they came, each for a time of its own; one that comes again has the place in
 * the order that it had. Thread-safe.
 */
final class Turns {
  /**
   * Longest wait that there is: that of {@code @AccessTimeout(-1)}, of which the specification of
   * enterprise beans says that the client blocks indefinitely. Every other wait here has an end;
   * this one has been asked for by the bean, and ends when the call before does, or its thread is
   * interrupted. Only a call in this JVM waits so: a remote one has its client's deadline.
   */
  static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final Optional<Duration> usual;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Session> sessions = new HashMap<>();
  private long tickets;

  /**
   * Creates one.
   *
   * @param usual longest wait of a call of which nothing else is said; empty when whoever lets
   *     calls in decides, in no order
   */
  Turns(Optional<Duration> usual) {
    this.usual = usual;
  }

  /** Longest wait of a call of which nothing else is said. */
  Optional<Duration> usual() {
    return usual;
  }

  /** Calls of one session; guarded by the lock. */
  private static final class Session {
    final List<Place> taken = new ArrayList<>(1);
    final PriorityQueue<Waiter> waiting = new PriorityQueue<>();

    /** Waits of requests that were asked to come again. */
    final Map<RequestId, Wait> interrupted = new HashMap<>(0);

    /** The thread would wait for itself. */
    boolean isTakenByCaller() {
      return taken.stream().anyMatch(place -> place.thread == Thread.currentThread());
    }

    boolean isTurnOf(Waiter waiter) {
      return taken.isEmpty() && waiter.equals(waiting.peek());
    }

    void wakeNext() {
      if (taken.isEmpty() && !waiting.isEmpty()) {
        waiting.peek().turn.signal();
      }
    }
  }

  /** Wait of a call, perhaps in several pieces: its place in the order, and when it ends. */
  record Wait(long ticket, long deadlineNanos) {
    Duration left() {
      return Duration.ofNanos(deadlineNanos - System.nanoTime());
    }
  }

  private record Waiter(long ticket, Condition turn) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      return Long.compare(ticket, other.ticket);
    }
  }

  /** Place of a call in its session, from before it is let in until it has ended. */
  final class Place {
    private final String key;
    private final Thread thread = Thread.currentThread();

    private Place(String key) {
      this.key = key;
    }

    void leave() {
      Turns.this.leave(this);
    }
  }

  /** Takes a place without a look at others. */
  Place enter(String key) {
    lock.lock();
    try {
      return take(key, session(key));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Begins to wait, or goes on with it.
   *
   * @param request id of a call that may come again, or empty
   * @param longest what it may wait from the first time on
   */
  Wait begin(String key, Optional<RequestId> request, Duration longest) {
    lock.lock();
    try {
      Session session = sessions.get(key);
      Wait before =
          session == null || request.isEmpty() ? null : session.interrupted.remove(request.get());
      return before != null ? before : new Wait(tickets++, System.nanoTime() + nanos(longest));
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the place in the order of a request that is asked to come again. */
  void interrupt(String key, RequestId request, Wait wait) {
    lock.lock();
    try {
      Session session = sessions.get(key);
      if (session != null) {
        session.interrupted.put(request, wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a place when it is its turn, or is empty when that does not come to be in time. */
  Optional<Place> enterInTurn(String key, Wait wait, Duration longest) throws InterruptedException {
    long left = nanos(longest);
    lock.lockInterruptibly();
    try {
      Session session = session(key);
      if (session.taken.isEmpty() && session.waiting.isEmpty()) {
        return Optional.of(take(key, session));
      }
      var waiter = new Waiter(wait.ticket, lock.newCondition());
      session.waiting.add(waiter);
      try {
        while (!session.isTurnOf(waiter)) {
          if (left <= 0 || session.isTakenByCaller()) {
            return Optional.empty();
          }
          left = waiter.turn.awaitNanos(left);
        }
        return Optional.of(take(key, session));
      } finally {
        session.waiting.remove(waiter);
        session.wakeNext();
        forgetWhenEmpty(key, session);
      }
    } finally {
      lock.unlock();
    }
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(FOR_EVER) > 0 ? FOR_EVER.toNanos() : duration.toNanos();
  }

  private Session session(String key) {
    return sessions.computeIfAbsent(key, unknown -> new Session());
  }

  private Place take(String key, Session session) {
    var place = new Place(key);
    session.taken.add(place);
    return place;
  }

  private void leave(Place place) {
    lock.lock();
    try {
      Session session = sessions.get(place.key);
      if (session != null && session.taken.remove(place)) {
        session.wakeNext();
        forgetWhenEmpty(place.key, session);
      }
    } finally {
      lock.unlock();
    }
  }

  private void forgetWhenEmpty(String key, Session session) {
    if (session.taken.isEmpty() && session.waiting.isEmpty()) {
      sessions.remove(key);
    }
  }
}
