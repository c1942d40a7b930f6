package org.g2cl.cmi.jonas;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionCall;
import org.g2cl.propagation.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

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
   * @param instance the container's object
   * @param identified whether that is known, be it none or one that is gone
   * @param request that made the state, null when none did here
   * @param restoredFor number of the request for which it was restored here, or -1
   * @param fenced whether it has executed a call that did not take effect
   * @param timeout time after which its copies expire
   */
  @SuppressWarnings("ArrayRecordComponent") // the copy's own array, never changed
  private record Live(
      long epoch,
      long version,
      byte[] state,
      WeakReference<Object> instance,
      boolean identified,
      RequestId request,
      int restoredFor,
      boolean fenced,
      Duration timeout,
      long used) {
    Live given(Object to) {
      return new Live(
          epoch,
          version,
          state,
          new WeakReference<>(to),
          to != null,
          request,
          restoredFor,
          fenced,
          timeout,
          used);
    }

    Live asFenced() {
      return new Live(
          epoch, version, state, instance, identified, request, restoredFor, true, timeout, used);
    }

    boolean isAt(SessionCall call) {
      return epoch == call.epoch() && version == call.version();
    }

    /** Where instances cannot be told apart, each is taken for it. */
    boolean isOf(Object other) {
      return !identified || (other != null && instance.get() == other);
    }

    long idle() {
      return System.nanoTime() - used;
    }
  }

  /** Sets the time after which the copies of sessions created from now on expire. */
  void timeout(Duration given) {
    timeout = given;
  }

  /**
   * Notes that an instance is to get the state of a call. Until {@link #given} names it there is
   * none that may go on.
   */
  void restored(SessionCall call, int request) {
    put(call, null, true, null, request);
  }

  /** Instance that has the state which a call starts from, or null when none is known. */
  Object instanceAt(SessionCall call) {
    Live live = sessions.get(call.session());
    return live == null || live.fenced() || !live.isAt(call) ? null : live.instance().get();
  }

  /** Tells whether that bean is the instance that has the state which a call starts from. */
  boolean isInstanceAt(SessionCall call, StatefulBeanReference bean) {
    Object instance = instanceAt(call);
    return instance != null && instance == BeanInstances.of(bean);
  }

  /** Use of a request's number that comes after those which the instance here has executed. */
  int nextUse(SessionId session, org.ow2.cmi.ha.RequestId request) {
    Live live = sessions.get(session);
    return live == null ? 0 : Ids.useOf(live.request(), request) + 1;
  }

  /** Instance that executed calls of a session last, or null when none is known. */
  Object instanceOf(SessionId session) {
    Live live = sessions.get(session);
    return live == null ? null : live.instance().get();
  }

  /** Names the instance that got the state. */
  void given(SessionId session, StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    sessions.computeIfPresent(session, (id, live) -> live.given(instance));
  }

  /** Notes that a call has made the newest state from its instance. */
  void updated(SessionCall call, StatefulBeanReference bean) {
    Live before = sessions.get(call.session());
    Object instance = BeanInstances.of(bean);
    put(
        call,
        instance,
        instance != null,
        call.request(),
        before == null ? -1 : before.restoredFor());
  }

  private void put(
      SessionCall call, Object instance, boolean identified, RequestId request, int restoredFor) {
    Live before = sessions.get(call.session());
    sessions.put(
        call.session(),
        new Live(
            call.epoch(),
            call.version(),
            call.state().orElse(null),
            new WeakReference<>(instance),
            identified,
            request,
            restoredFor,
            false,
            before == null ? timeout : before.timeout(),
            System.nanoTime()));
  }

  /** Notes that a bean has executed a call that did not take effect, if it is the session's. */
  void fenced(SessionId session, StatefulBeanReference bean) {
    Object instance = BeanInstances.of(bean);
    sessions.computeIfPresent(
        session, (id, live) -> live.identified() && live.isOf(instance) ? live.asFenced() : live);
  }

  /** Notes that an instance has executed a call that did not take effect. */
  void fenced(SessionId session) {
    sessions.computeIfPresent(session, (id, live) -> live.asFenced());
  }

  /** Notes that the instances that a request let in have executed what does not take effect. */
  void fenced(OpenRequest open) {
    open.calls().forEach(call -> fenced(call.session()));
    if (open.root() != null) {
      fenced(open.root().session());
    }
  }

  void removed(SessionId session) {
    sessions.remove(session);
  }

  /**
   * Tells whether the instance that executes a call has the state that the call starts from.
   *
   * @param strictly whether that must have been its own doing: another instance may have executed
   *     the same request and left the state as it was
   */
  boolean isCurrent(SessionCall call, StatefulBeanReference bean, boolean strictly) {
    Live live = sessions.get(call.session());
    if (live == null) {
      return call.state().isEmpty();
    }
    return !live.fenced()
        && live.isOf(BeanInstances.of(bean))
        && (live.isAt(call)
            || (!strictly && Arrays.equals(live.state(), call.state().orElse(null))));
  }

  /** Tells whether a request was asked for again, here, while that bean executed it. */
  boolean isOvertaken(SessionId session, int request, StatefulBeanReference bean) {
    Live live = sessions.get(session);
    boolean own = live != null && live.identified() && live.isOf(BeanInstances.of(bean));
    return live != null && !own && request <= live.restoredFor();
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

  /** Number of instances that have moved on from their copies, which say no more than that. */
  int withoutCopies() {
    return (int)
        sessions.values().stream()
            .filter(live -> !live.fenced() && LostState.is(live.state()))
            .count();
  }

  /** Tells whether an instance of that session was replicated or restored here. */
  boolean isKnown(SessionId session) {
    return sessions.containsKey(session);
  }
}
