package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.g2cl.propagation.RequestId;

/**
 * Calls of each session that this server lets in or executes, so that another one can wait for them
 * for a time of its own; whose turn it is decides the state propagation. Thread-safe.
 */
final class Turns {
  /** Longest wait that there is. */
  static final Duration FOR_EVER = Duration.ofDays(36_500);

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Session> sessions = new HashMap<>();

  /** Calls of one session; guarded by the lock. */
  private static final class Session {
    final List<Place> taken = new ArrayList<>();
    final Condition free;

    /** Time at which the wait of a request ends that comes more than once. */
    final Map<RequestId, Long> deadlines = new HashMap<>();

    int waiting;

    Session(Condition free) {
      this.free = free;
    }

    /** The thread would wait for itself. */
    boolean isTakenByCaller() {
      return taken.stream().anyMatch(place -> place.thread == Thread.currentThread());
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
   * How long a request may still wait that is sent again and again.
   *
   * @param longest what it may wait from the first time on, as long as the session is taken
   */
  Duration left(String key, RequestId request, Duration longest) {
    lock.lock();
    try {
      Session session = sessions.get(key);
      if (session == null) {
        return longest;
      }
      long now = System.nanoTime();
      long deadline = session.deadlines.computeIfAbsent(request, unknown -> now + nanos(longest));
      return Duration.ofNanos(deadline - now);
    } finally {
      lock.unlock();
    }
  }

  /** A request waits no more. */
  void forget(String key, RequestId request) {
    lock.lock();
    try {
      Session session = sessions.get(key);
      if (session != null) {
        session.deadlines.remove(request);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a place when nobody has one, or is empty when that does not come to be in time. */
  Optional<Place> enterWhenFree(String key, Duration longest) throws InterruptedException {
    long left = nanos(longest);
    lock.lockInterruptibly();
    try {
      Session session = session(key);
      session.waiting++;
      try {
        while (!session.taken.isEmpty()) {
          if (left <= 0 || session.isTakenByCaller()) {
            return Optional.empty();
          }
          left = session.free.awaitNanos(left);
        }
        return Optional.of(take(key, session));
      } finally {
        session.waiting--;
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
    return sessions.computeIfAbsent(key, unknown -> new Session(lock.newCondition()));
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
        session.free.signal();
        forgetWhenEmpty(place.key, session);
      }
    } finally {
      lock.unlock();
    }
  }

  private void forgetWhenEmpty(String key, Session session) {
    if (session.taken.isEmpty() && session.waiting == 0) {
      sessions.remove(key);
    }
  }
}
