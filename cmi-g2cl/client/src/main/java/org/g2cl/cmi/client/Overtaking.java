package org.g2cl.cmi.client;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Bound of how many later requests of this client overtake one in its session.
 *
 * <p>A server keeps the newest replies of a session, eight by default, and refuses a request of
 * which it cannot tell any more whether it was executed: one that comes when the reply to a later
 * one of its client is forgotten. Threads that call one session would get there, since nothing
 * keeps them in order between here and the session. So when so many have overtaken the oldest
 * request that is under way, the next ones wait for its end. Thread-safe.
 */
final class Overtaking {
  /** One less than the replies that servers keep by default. */
  static final int MOST = 7;

  private final ConcurrentHashMap<String, Session> sessions = new ConcurrentHashMap<>();

  /** Requests of one session that are under way, the oldest first; its monitor guards it. */
  private static final class Session {
    final Set<Passage> passages = new LinkedHashSet<>();

    /** Guarded by the map. */
    int users;

    boolean isFull() {
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
   * Lets a request go on its way, which is later than all before it; its number is to be drawn
   * after that.
   *
   * @param longest after that time it goes, whatever it overtakes
   */
  Passage begin(String key, Duration longest) {
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
      awaitRoom(session, longest);
      session.passages.forEach(each -> each.overtaken++);
      session.passages.add(passage);
    }
    return passage;
  }

  private static void awaitRoom(Session session, Duration longest) {
    long deadline = System.nanoTime() + longest.toNanos();
    long left = longest.toNanos();
    while (session.isFull() && left > 0) {
      try {
        TimeUnit.NANOSECONDS.timedWait(session, left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      left = deadline - System.nanoTime();
    }
  }

  int sessions() {
    return sessions.size();
  }
}
