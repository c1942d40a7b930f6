package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Bound of how many requests of this client are under way to one session, and overtake each other
 * there.
 *
 * <p>A server keeps the newest replies of a session, eight by default, and refuses a request of
 * which it cannot tell any more whether it was executed: one that comes, or comes again, when the
 * replies to that many others of its client were kept since. Threads that call one session would
 * get there, since nothing keeps them in order between here and the session. So a request goes only
 * when few are under way and few have gone since the oldest of them did; else it waits, in the
 * order of coming. Then what is executed between its first and its last try is bounded by both.
 * Thread-safe.
 */
final class Overtaking {
  /** Both bounds; twice this is less than the replies that servers keep by default. */
  static final int MOST = 3;

  private final int most;
  private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

  /** With the bounds that the replies allow which servers keep by default. */
  Overtaking() {
    this(MOST);
  }

  /** With both bounds that. */
  Overtaking(int most) {
    this.most = most;
  }

  /** One session; the lock guards all but what is said otherwise. */
  private static final class Session {
    final Lock lock = new ReentrantLock();

    /** Signalled when one that is under way has ended, or one that waited waits no more. */
    final Condition changed = lock.newCondition();

    /** Requests that are under way, the oldest first. */
    final Set<Passage> passages = new LinkedHashSet<>();

    /** Those that wait to go, in their order. */
    final Deque<Passage> waiting = new ArrayDeque<>();

    /** Guarded by the map. */
    int users;

    boolean isTurnOf(Passage passage, int most) {
      return waiting.peek() == passage && passages.size() <= most && !isOldestOvertaken(most);
    }

    private boolean isOldestOvertaken(int most) {
      return !passages.isEmpty() && passages.iterator().next().overtaken >= most;
    }
  }

  /** Request on its way to its session and back. */
  final class Passage {
    private final String key;
    private final Session session;

    /** Later requests that were, or may be, executed before it. */
    private int overtaken;

    private Passage(String key, Session session) {
      this.key = key;
      this.session = session;
    }

    /**
     * Ends the passage; once more does nothing.
     *
     * @param refused whether it is certain that the request was not executed
     */
    void end(boolean refused) {
      session.lock.lock();
      try {
        if (!session.passages.contains(this)) {
          return;
        }
        if (refused) {
          takeBack();
        }
        session.passages.remove(this);
        session.changed.signalAll();
      } finally {
        session.lock.unlock();
      }
      release(key);
    }

    private void takeBack() {
      for (Passage each : session.passages) {
        if (each == this) {
          return;
        }
        each.overtaken--;
      }
    }
  }

  /**
   * Lets a request go on its way, which is later than all before it.
   *
   * @param longest after that time it goes, whatever it overtakes; an interrupted thread goes at
   *     once
   * @param numbering draws its number; while no other request of the session draws one, so that the
   *     order of the numbers is that of the passages. When it fails, there is no passage
   */
  Passage begin(String key, Duration longest, Runnable numbering) {
    Session session =
        sessions.compute(
            key,
            (same, known) -> {
              Session used = known == null ? new Session() : known;
              used.users++;
              return used;
            });
    Passage passage = new Passage(key, session);
    session.lock.lock();
    try {
      awaitTurn(session, passage, longest);
      numbering.run();
      session.passages.forEach(each -> each.overtaken++);
      session.passages.add(passage);
    } catch (RuntimeException | Error e) {
      release(key);
      throw e;
    } finally {
      session.lock.unlock();
    }
    return passage;
  }

  private void release(String key) {
    sessions.computeIfPresent(key, (same, used) -> --used.users == 0 ? null : used);
  }

  private void awaitTurn(Session session, Passage passage, Duration longest) {
    long left = longest.toNanos();
    session.waiting.add(passage);
    try {
      while (!session.isTurnOf(passage, most) && left > 0) {
        left = session.changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      session.waiting.remove(passage);
      session.changed.signalAll();
    }
  }

  int waiting(String key) {
    Session session = sessions.get(key);
    if (session == null) {
      return 0;
    }
    session.lock.lock();
    try {
      return session.waiting.size();
    } finally {
      session.lock.unlock();
    }
  }

  int sessions() {
    return sessions.size();
  }
}
