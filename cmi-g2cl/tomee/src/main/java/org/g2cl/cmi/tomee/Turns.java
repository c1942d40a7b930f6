package org.g2cl.cmi.tomee;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.g2cl.propagation.RequestId;

/**
 * Calls of each session that this server lets in or executes, so that the others wait for them in
 * the order in which they came, each for a time of its own; one that comes again has the place in
 * the order that it had, and does not wait when its reply is known. Thread-safe.
 */
final class Turns {
  /**
   * Longest wait that there is: that of {@code @AccessTimeout(-1)}, of which the specification of
   * enterprise beans says that the client blocks indefinitely. Every other wait here has an end;
   * this one has been asked for by the bean, and ends when the call before does, or its thread is
   * interrupted. Only a call in this JVM waits so: a remote one has its client's deadline.
   */
  static final Duration FOR_EVER = Duration.ofDays(36_500);

  /** Memory for replies of calls that have ended. */
  private static final int MOST_REPLY_BYTES = 4 << 20;

  /** Waits of one session that are kept for requests that are to come again. */
  static final int MOST_INTERRUPTED = 1_000;

  /** Longest wait to hear whether this server executes calls, where nothing is said of waits. */
  private static final Duration LONGEST_DOUBT = Duration.ofSeconds(10);

  private final Optional<Duration> usual;
  private final Executing executing;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Session> sessions = new HashMap<>();
  private final RecentReplies replies = new RecentReplies(MOST_REPLY_BYTES);
  private long tickets;
  private long doubts;

  /** Whether this server executes calls at all. */
  interface Executing {
    /**
     * Waits until it is known.
     *
     * @param longest wait, after which the answer is false
     */
    boolean executes(Duration longest) throws InterruptedException;
  }

  /** How a wait has ended. */
  sealed interface End {}

  /**
   * The request was executed before.
   *
   * @param reply as it was stored
   */
  @SuppressWarnings("ArrayRecordComponent") // carried without a copy, never compared
  record Answered(byte[] reply) implements End {}

  /** Ends without a turn. */
  enum Refused implements End {
    /** The turn did not come in time. */
    TOO_LONG,
    /** This server leaves its group, or is not in the part of it that goes on. */
    ELSEWHERE
  }

  /**
   * Creates one of a server that executes calls as long as it runs.
   *
   * @param usual longest wait of a call of which nothing else is said; empty when whoever lets
   *     calls in decides, in no order
   */
  Turns(Optional<Duration> usual) {
    this(usual, longest -> true);
  }

  /**
   * Creates one.
   *
   * @param usual longest wait of a call of which nothing else is said; empty when whoever lets
   *     calls in decides, in no order
   * @param executing asked by calls that wait, at first and when it is in {@link #doubt}
   */
  Turns(Optional<Duration> usual, Executing executing) {
    this.usual = usual;
    this.executing = executing;
  }

  /** Longest wait of a call of which nothing else is said. */
  Optional<Duration> usual() {
    return usual;
  }

  /** Calls of one session; guarded by the lock. */
  private static final class Session {
    final List<Place> taken = new ArrayList<>(1);
    final PriorityQueue<Waiter> waiting = new PriorityQueue<>(1);

    /**
     * Waits of requests that were asked to come again. The oldest go when there are many, as where
     * clients do not come back: one that does has a place behind the others then.
     */
    final Map<RequestId, Wait> interrupted =
        new LinkedHashMap<>(0) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<RequestId, Wait> eldest) {
            return size() > MOST_INTERRUPTED;
          }
        };

    /** The last call that left was let into the session, which this server thus owned. */
    boolean lastWasLetIn = true;

    /** The thread would wait for itself. */
    boolean isTakenByCaller() {
      return taken.stream().anyMatch(place -> place.thread == Thread.currentThread());
    }

    boolean isTurnOf(Waiter waiter) {
      return taken.isEmpty() && waiter.equals(waiting.peek());
    }

    /** Wait of that request when it has come before and has not ended, or null. */
    Wait waitOf(RequestId request) {
      Wait before = interrupted.remove(request);
      return before != null
          ? before
          : Stream.concat(
                  waiting.stream().map(waiter -> waiter.place),
                  taken.stream().map(place -> place.wait))
              .filter(wait -> wait.isOf(request))
              .findFirst()
              .orElse(null);
    }

    boolean isFree() {
      return taken.isEmpty() && waiting.isEmpty();
    }

    void wakeNext() {
      if (taken.isEmpty() && !waiting.isEmpty()) {
        waiting.peek().turn.signal();
      }
    }

    void wake(RequestId request) {
      waiting.stream()
          .filter(waiter -> waiter.place.isOf(request))
          .forEach(waiter -> waiter.turn.signal());
    }
  }

  /** Wait of a call, perhaps in several pieces: its place in the order, and when it ends. */
  record Wait(long ticket, Optional<RequestId> request, long deadlineNanos) {
    private static final Wait NONE = new Wait(-1, Optional.empty(), 0);

    Duration left() {
      return Duration.ofNanos(deadlineNanos - System.nanoTime());
    }

    boolean isOf(RequestId other) {
      return request.isPresent() && request.get().equals(other);
    }
  }

  private record Waiter(Wait place, Condition turn) implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      return Long.compare(place.ticket, other.place.ticket);
    }
  }

  /** Place of a call in its session, from before it is let in until it has ended. */
  final class Place implements End {
    private final String key;
    private final Wait wait;
    private final boolean behindOneNotLetIn;
    private final Thread thread = Thread.currentThread();
    private boolean letIn;

    private Place(String key, Wait wait, boolean behindOneNotLetIn) {
      this.key = key;
      this.wait = wait;
      this.behindOneNotLetIn = behindOneNotLetIn;
    }

    /**
     * Whether the call before, if any, was not let in, so that this one may have to take the
     * session over, and to wait for that.
     */
    boolean isBehindOneNotLetIn() {
      return behindOneNotLetIn;
    }

    /** The session is this server's. */
    void letIn() {
      letIn = true;
    }

    void leave() {
      leave(null, Optional.empty());
    }

    /**
     * Ends the call.
     *
     * @param request its id
     * @param reply the reply, when it is stored and counts
     */
    void leave(RequestId request, Optional<byte[]> reply) {
      Turns.this.leave(this, request, reply);
    }

    /** Gives the place back unused; the call before still counts as the last one. */
    void giveBack() {
      letIn = !behindOneNotLetIn;
      leave();
    }
  }

  /** Takes a place without a look at others. */
  Place enter(String key) {
    lock.lock();
    try {
      return take(key, session(key), Wait.NONE);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes a place where no other call of the session has one or waits, as most find it.
   *
   * @param request id of a call that may come again, or empty
   * @param longest what it may wait from the first time on
   * @return null when it is to wait
   */
  Place enterUnlessTaken(String key, Optional<RequestId> request, Duration longest)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      return sessions.containsKey(key)
          ? null // one that nobody is in, or waits for, is forgotten
          : take(key, session(key), newWait(request, longest));
    } finally {
      lock.unlock();
    }
  }

  private Wait newWait(Optional<RequestId> request, Duration longest) {
    return new Wait(tickets++, request, System.nanoTime() + nanos(longest));
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
      Wait before = session == null || request.isEmpty() ? null : session.waitOf(request.get());
      return before != null ? before : newWait(request, longest);
    } finally {
      lock.unlock();
    }
  }

  /** Keeps the place in the order of a request that is asked to come again. */
  void interrupt(String key, Wait wait) {
    lock.lock();
    try {
      Session session = sessions.get(key);
      if (session != null && wait.request.isPresent()) {
        session.interrupted.put(wait.request.get(), wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the turn of a call, or for the reply to its request. */
  End enterInTurn(String key, Wait wait, Duration longest) throws InterruptedException {
    long deadline = System.nanoTime() + nanos(longest);
    lock.lockInterruptibly();
    try {
      Session session = session(key);
      if (session.isFree()) {
        return take(key, session, wait);
      }
      var waiter = new Waiter(wait, lock.newCondition());
      session.waiting.add(waiter);
      try {
        Optional<End> other = awaitTurn(key, session, waiter, deadline);
        return other.isPresent() ? other.get() : take(key, session, wait);
      } finally {
        session.waiting.remove(waiter);
        session.wakeNext();
        forgetWhenEmpty(key, session);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Is empty when it is the waiter's turn. */
  private Optional<End> awaitTurn(String key, Session session, Waiter waiter, long deadline)
      throws InterruptedException {
    long known = -1;
    while (true) {
      Optional<byte[]> reply = waiter.place.request.flatMap(request -> replies.to(key, request));
      if (reply.isPresent()) {
        return Optional.of(new Answered(reply.get()));
      }
      if (session.isTurnOf(waiter)) {
        return Optional.empty();
      }
      long left = deadline - System.nanoTime();
      if (left <= 0 || session.isTakenByCaller()) {
        return Optional.of(Refused.TOO_LONG);
      }
      if (known == doubts) {
        waiter.turn.awaitNanos(left);
      } else {
        known = doubts;
        if (!executes(left)) {
          return Optional.of(Refused.ELSEWHERE);
        }
      }
    }
  }

  /** Asks without the lock, so that others go on meanwhile. */
  private boolean executes(long leftNanos) throws InterruptedException {
    long longest = Math.min(leftNanos, nanos(usual.orElse(LONGEST_DOUBT)));
    lock.unlock();
    try {
      return executing.executes(Duration.ofNanos(longest));
    } finally {
      lock.lock();
    }
  }

  /** Has all that wait ask whether this server still executes calls. */
  void doubt() {
    lock.lock();
    try {
      doubts++;
      for (Session session : sessions.values()) {
        session.waiting.forEach(waiter -> waiter.turn.signal());
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

  private Place take(String key, Session session, Wait wait) {
    var place = new Place(key, wait, !session.lastWasLetIn);
    session.taken.add(place);
    return place;
  }

  private void leave(Place place, RequestId request, Optional<byte[]> reply) {
    lock.lock();
    try {
      if (reply.isPresent()) { // no lambdas, which cost more to make than this does
        replies.keep(place.key, request, reply.get());
      }
      Session session = sessions.get(place.key);
      if (session != null && session.taken.remove(place)) {
        session.lastWasLetIn = place.letIn;
        if (reply.isPresent() && !session.waiting.isEmpty()) {
          session.wake(request);
        }
        session.wakeNext();
        forgetWhenEmpty(place.key, session);
      }
    } finally {
      lock.unlock();
    }
  }

  private void forgetWhenEmpty(String key, Session session) {
    if (session.isFree()) {
      sessions.remove(key);
    }
  }
}
