package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Optional;
import org.g2cl.propagation.Admission;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.g2cl.propagation.StatePropagation;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.StatefulBeanReference;

/** Where a request that has been executed enters its sessions, if its instances may go on. */
final class Entrance {
  /** Times that a client may use a request number again, after calls that ended in an exception. */
  private static final int MAX_USES = 64;

  private static final String BEAN = "cmi";

  private final JonasGroup group;
  private final StatePropagation propagation;
  private final LiveSessions live;
  private final BeanSet refused;
  private final SpentReplies spent;

  Entrance(JonasGroup group, KnownBeans known) {
    this.group = group;
    this.propagation = group.propagation();
    this.live = known.live();
    this.refused = known.refused();
    this.spent = known.spent();
  }

  /**
   * Enters a session, creating it when the bean was never replicated.
   *
   * @return null when it is to be removed, and is not there
   */
  SessionCall enter(
      org.ow2.cmi.ha.SessionId id, RequestId request, OpenRequest open, Duration timeout)
      throws PropagationException {
    SessionId session = Ids.session(id);
    boolean root = id.equals(request.getObjectId());
    if (root) {
      checkMayGoOn(session, request, open);
    }
    return open.removes(id)
        ? enterToRemove(session, request)
        : enterToGoOn(id, request, open, timeout);
  }

  private SessionCall enterToGoOn(
      org.ow2.cmi.ha.SessionId id, RequestId request, OpenRequest open, Duration timeout)
      throws PropagationException {
    SessionId session = Ids.session(id);
    boolean root = id.equals(request.getObjectId());
    boolean restored = root && open.isRestored();
    boolean successor =
        open.replaces(id) && live.instanceOf(session) != BeanInstances.of(open.beans().get(id));
    boolean known = successor || live.isKnown(session);
    int first = restored ? open.useRestored() : live.nextUse(session, request);
    for (int use = first; use < first + MAX_USES; use++) {
      var used = Optional.of(Ids.request(request, use));
      Admission admission =
          known
              ? propagation.admit(session, used)
              : propagation.admitCreation(session, BEAN, timeout, used);
      if (admission instanceof Admission.Granted granted) {
        if (!open.beans().containsKey(id)) {
          live.given(session, null); // a stateless bean's or an entity's: any instance will do
        }
        return successor
            ? granted.call() // a new bean, which has the id of the one that the request removed
            : current(granted.call(), request, open.beans().get(id), use > first);
      }
      if (admission instanceof Admission.Unknown) {
        forgetExpired(session);
        known = false;
        use--; // this time as a session that is created
      } else if (!known || (restored && !isWithoutEffect(admission))) {
        throw stale(session, request);
      }
    }
    throw usedTooOften(session, request);
  }

  private void forgetExpired(SessionId session) {
    if (live.mayHaveExpired(session)) {
      live.removed(session);
    }
  }

  /**
   * Refuses a bean that a client called though it was given no state, or while another one of the
   * session had been restored for the same request.
   */
  private void checkMayGoOn(SessionId session, RequestId request, OpenRequest open)
      throws PropagationException {
    StatefulBeanReference bean = open.beans().get(request.getObjectId());
    boolean givenUp =
        !open.isRestored()
            && (spent.isTold(request) || live.isOvertaken(session, request.getRequestNo(), bean));
    if (givenUp || refused.has(bean)) {
      throw stale(session, request);
    }
  }

  /**
   * Has the next try of a request be another use of its number, though the copies do not say so.
   */
  void spend(SessionCall call, RequestId request) {
    spent.addForAll(request, Ids.useOf(call.request(), request) + 1);
  }

  /** The container restores no bean that is to be removed: any may be. */
  private SessionCall enterToRemove(SessionId session, RequestId request)
      throws PropagationException {
    for (int use = 0; use < MAX_USES; use++) {
      Admission admission = propagation.admit(session, Optional.of(Ids.request(request, use)));
      if (admission instanceof Admission.Granted granted) {
        return granted.call();
      }
      if (admission instanceof Admission.Unknown) {
        return null;
      }
    }
    throw usedTooOften(session, request);
  }

  private static PropagationException usedTooOften(SessionId session, RequestId request) {
    return new PropagationException(
        "session %s: request %d was used more than %d times"
            .formatted(session, request.getRequestNo(), MAX_USES));
  }

  private static boolean isWithoutEffect(Admission admission) {
    return admission instanceof Admission.Replayed replayed
        && !ReplyCodec.isAnswer(replayed.reply());
  }

  private SessionCall current(
      SessionCall call, RequestId request, StatefulBeanReference bean, boolean usedAgain)
      throws PropagationException {
    if (live.isCurrent(call, bean, usedAgain)) {
      return call;
    }
    call.close();
    throw stale(call.session(), request);
  }

  private PropagationException stale(SessionId session, RequestId request) {
    return new PropagationException(
        "session %s: request %d ran at %s on an instance that another one has moved on from"
            .formatted(session, request.getRequestNo(), group.self()));
  }
}
