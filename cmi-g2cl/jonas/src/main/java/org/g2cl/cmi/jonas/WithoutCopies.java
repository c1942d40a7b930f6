package org.g2cl.cmi.jonas;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was told of sessions that go on without copies: an error once for each reason, and a line
 * when they have copies again, after which they are told of anew. Thread-safe.
 */
final class WithoutCopies {
  /** A reason that is worded otherwise at each call is told of so many times. */
  static final int MAX_REASONS = 8;

  private static final Logger LOG = LoggerFactory.getLogger(WithoutCopies.class);

  private final String self;
  private final LiveSessions live;

  /** Hash codes of the reasons. */
  private final Map<SessionId, Set<Integer>> told = new ConcurrentHashMap<>();

  /**
   * Creates an empty one.
   *
   * @param self of this member, for the log
   */
  WithoutCopies(String self, LiveSessions live) {
    this.self = self;
    this.live = live;
  }

  /**
   * Tells that a session goes on without copies.
   *
   * @param kind what stays the same of the reason from call to call
   */
  void tell(org.ow2.cmi.ha.SessionId session, String kind, String reason) {
    if (isNew(Ids.session(session), kind.hashCode())) {
      LOG.error(
          "{}: session {} goes on without copies, for its state or response cannot be replicated: {}",
          self,
          session,
          reason);
    } else {
      LOG.debug("{}: session {} has no copies: {}", self, session, reason);
    }
  }

  private boolean isNew(SessionId session, int kind) {
    boolean[] added = {false};
    told.compute(
        session,
        (id, before) -> {
          Set<Integer> kinds = before == null ? new HashSet<>() : before;
          added[0] = kinds.size() < MAX_REASONS && kinds.add(kind);
          return kinds;
        });
    return added[0];
  }

  /** Takes note of the state that is with the backups after a call. */
  void held(SessionCall call) {
    byte[] state = call.state().orElse(null);
    if (!LostState.is(state) && told.remove(call.session()) != null && state != null) {
      LOG.info("{}: session {} has copies again", self, call.session());
    }
  }

  /** Forgets the sessions that are not here any more. */
  void sweep() {
    told.keySet().removeIf(session -> !live.isKnown(session));
  }

  /** Sessions of which something is kept. */
  int kept() {
    return told.size();
  }
}
