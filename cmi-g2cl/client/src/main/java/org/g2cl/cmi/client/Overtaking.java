package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

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

  private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

  /** Requests of one session that are under way, the oldest first; its monitor guards it. */
  private static final class Session {
    final Set<Passage> passages = new LinkedHashSet<>();

    /** Those that wait to go, in their order; the monitor guards it. */
    final Deque<Passage> waiting = new ArrayDeque<>();

    /** Guarded by the map. */
    int users;

    boolean isTurnOf(Passage passage) {
      return waiting.peek() == passage && passages.size() <= MOST && !isOldestOvertaken();
    }

    private boolean isOldestOvertaken() {
      return !passages.isEmpty() && passages.iterator().next().overtaken >= MOST;
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
     * Ends the passage.
     *
     * @param refused whether it is certain that the request was not executed
     */
    void end(boolean refused) {
      synchronized (session) {
        if (refused) {
          takeBack();
        }
        session.passages.remove(this);
        session.notifyAll();
      }
      sessions.computeIfPresent(key, (same, used) -> --used.users == 0 ? null : used);
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
   *     order of the numbers is that of the passages
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
    synchronized (session) {
      awaitTurn(session, passage, longest);
      session.passages.forEach(each -> each.overtaken++);
      session.passages.add(passage);
      numbering.run();
    }
    return passage;
  }

  private static void awaitTurn(Session session, Passage passage, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    long left = longest.toNanos();
    session.waiting.add(passage);
    try {
      while (!session.isTurnOf(passage) && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(session, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      session.waiting.remove(passage);
      session.notifyAll();
    }
  }

  int waiting(String key) {
    Session session = sessions.get(key);
    if (session == null) {
      return 0;
    }
    synchronized (session) {
      return session.waiting.size();
    }
  }

  int sessions() {
    return sessions.size();
  }
}
