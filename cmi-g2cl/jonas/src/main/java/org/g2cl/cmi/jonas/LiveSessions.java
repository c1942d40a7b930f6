package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;

/**
 * What the bean instances of this server stand for: epoch, version and state of the copy that each
 * was made from or has made. An instance that another server has moved on from is told by it.
 */
final class LiveSessions {
  private final Map<SessionId, Live> sessions = new ConcurrentHashMap<>();
  private volatile Duration timeout = Duration.ZERO;

  /**
   * One instance.
   *
   * @param restoredFor number of the request for which it was restored here, or -1
   * @param fenced whether it has executed a call that did not take effect
   * @param timeout time after which its copies expire
   */
  @SuppressWarnings("ArrayRecordComponent") // the copy's own array, never changed
  private record Live(
      long epoch,
      long version,
      byte[] state,
      int restoredFor,
      boolean fenced,
      Duration timeout,
      long used) {
    long idle() {
      return System.nanoTime() - used;
    }
  }

  /** Sets the time after which the copies of sessions created from now on expire. */
  void timeout(Duration given) {
    timeout = given;
  }

  /** Notes that an instance has the state of a call. */
  void restored(SessionCall call, int request) {
    put(call, request, false);
  }

  /** Notes that a call has made the newest state from its instance. */
  void updated(SessionCall call) {
    Live before = sessions.get(call.session());
    put(call, before == null ? -1 : before.restoredFor(), false);
  }

  private void put(SessionCall call, int restoredFor, boolean fenced) {
    Live before = sessions.get(call.session());
    sessions.put(
        call.session(),
        new Live(
            call.epoch(),
            call.version(),
            call.state().orElse(null),
            restoredFor,
            fenced,
            before == null ? timeout : before.timeout(),
            System.nanoTime()));
  }

  /** Notes that an instance has executed a call that did not take effect. */
  void fenced(SessionId session) {
    sessions.computeIfPresent(
        session,
        (id, live) ->
            new Live(
                live.epoch(),
                live.version(),
                live.state(),
                live.restoredFor(),
                true,
                live.timeout(),
                live.used()));
  }

  void removed(SessionId session) {
    sessions.remove(session);
  }

  /** Tells whether the instance that executes a call has the state that the call starts from. */
  boolean isCurrent(SessionCall call) {
    Live live = sessions.get(call.session());
    if (live == null) {
      return call.state().isEmpty();
    }
    boolean same = live.epoch() == call.epoch() && live.version() == call.version();
    return !live.fenced() && (same || Arrays.equals(live.state(), call.state().orElse(null)));
  }

  /** Tells whether a request was asked for again, here, while it was executed. */
  boolean isOvertaken(SessionId session, int request) {
    Live live = sessions.get(session);
    return live != null && request <= live.restoredFor();
  }

  /** Forgets the instances whose copies have expired long ago. */
  void forgetIdle() {
    sessions.values().removeIf(live -> live.idle() > 2 * live.timeout().toNanos());
  }

  /**
   * Tells whether the copies of an instance may be gone because nobody called it for so long; then
   * it is the session's only one and may go on. Half of the time counts: copies and instances are
   * not looked at in the same moment.
   */
  boolean mayHaveExpired(SessionId session) {
    Live live = sessions.get(session);
    return live != null && !live.fenced() && live.idle() > live.timeout().toNanos() / 2;
  }

  /** Tells whether an instance of that session was replicated or restored here. */
  boolean isKnown(SessionId session) {
    return sessions.containsKey(session);
  }
}
