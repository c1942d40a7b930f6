package org.g2cl.cmi.tomee;

import jakarta.ejb.ConcurrentAccessTimeoutException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.openejb.ApplicationException;
import org.apache.openejb.BeanContext;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionBusyException;
import org.g2cl.propagation.SessionId;

/**
 * How long the calls of a bean wait for others of their session: as {@code @AccessTimeout} says, or
 * else as long as is usual.
 */
final class AccessTimeouts {
  /**
   * Longest wait of a remote call in one piece. A client takes a server that is silent for its read
   * time-out (15 s by default) for hung, and goes to another one, which would take the session from
   * the call that is being executed; so it is asked to come again before.
   */
  private static final Duration LONGEST_IN_ONE_PIECE = Duration.ofSeconds(5);

  /** Part of the usual time after which a call has waited for long. */
  private static final int WAITED_LONG = 10;

  private final BeanContext bean;
  private final Duration longestInOnePiece;
  private final boolean declared;

  AccessTimeouts(BeanContext bean) {
    this(bean, LONGEST_IN_ONE_PIECE);
  }

  AccessTimeouts(BeanContext bean, Duration longestInOnePiece) {
    this.bean = bean;
    this.longestInOnePiece = longestInOnePiece;
    this.declared = bean.getAccessTimeout() != null || isDeclaredByMethods(bean);
  }

  private static boolean isDeclaredByMethods(BeanContext bean) {
    for (Method method : bean.getBeanClass().getMethods()) {
      if (bean.getAccessTimeout(method) != null) {
        return true;
      }
    }
    return false;
  }

  /** Tells whether a method of the bean, or all, have one. */
  boolean areDeclared() {
    return declared;
  }

  /** Longest wait of a call of that method of a business interface; empty where none is said. */
  private Optional<Duration> of(Method method) {
    if (!declared) {
      return Optional.empty();
    }
    var ofMethod = bean.getAccessTimeout(bean.getMatchingBeanMethod(method));
    var said = ofMethod == null ? bean.getAccessTimeout() : ofMethod;
    if (said == null) {
      return Optional.empty();
    }
    long nanos = said.getTime(TimeUnit.NANOSECONDS);
    return Optional.of(nanos < 0 ? Turns.FOR_EVER : Duration.ofNanos(nanos));
  }

  /** Takes a place without a look at others. */
  Turns.Place enterAtOnce(Turns turns, SessionId session) {
    return turns.enter(queue(session));
  }

  /** With the bean's name, since a call through another bean gets no reply of the session. */
  private String queue(SessionId session) {
    return ReplicatedBean.name(bean) + " " + session;
  }

  /**
   * Waits for other calls of the session.
   *
   * @param request id by which a client sends it again when it is told to, or empty
   * @return place that the call has from now on, or the reply to its request
   * @throws ApplicationException when they take too long, or this server executes no calls; holds
   *     what the caller is told
   */
  Turns.End enter(Turns turns, SessionId session, Method method, Optional<RequestId> request)
      throws ApplicationException {
    Optional<Duration> said = of(method);
    Optional<Duration> longest = said.isPresent() ? said : turns.usual();
    if (longest.isEmpty()) {
      return enterAtOnce(turns, session);
    }
    try {
      Turns.Place free = turns.enterUnlessTaken(queue(session), request, longest.get());
      return free != null ? free : await(turns, session, method, request, longest.get());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallEnd.refuse(
          new PropagationException(
              "session %s: interrupted while another call held it".formatted(session), e));
    }
  }

  private Turns.End await(
      Turns turns, SessionId session, Method method, Optional<RequestId> request, Duration longest)
      throws ApplicationException, InterruptedException {
    boolean isSaid = of(method).isPresent();
    Turns.Wait wait = turns.begin(queue(session), request, longest);
    Duration left = wait.left();
    boolean inPieces = isSaid && request.isPresent() && left.compareTo(longestInOnePiece) > 0;
    long begin = System.nanoTime();
    Turns.End end = turns.enterInTurn(queue(session), wait, inPieces ? longestInOnePiece : left);
    if (end instanceof Turns.Place place) {
      return request.isPresent() && mayAddUp(turns, place, System.nanoTime() - begin)
          ? comeAgain(turns, session, wait, place)
          : place;
    }
    if (end == Turns.Refused.ELSEWHERE) {
      throw CallEnd.refuse(elsewhere(session));
    }
    if (end == Turns.Refused.TOO_LONG) {
      if (inPieces) {
        turns.interrupt(queue(session), wait);
      }
      throw new ApplicationException(
          isSaid ? busy(session, method, inPieces) : busy(session, longest));
    }
    return end;
  }

  /**
   * Whether a client that waits for that call may have to wait twice: for its turn, as it has, and
   * for a take-over, which the call before has not brought about. Both have {@code
   * g2cl.call-timeout}, and together they are longer than a client waits for a server that is
   * silent.
   */
  private static boolean mayAddUp(Turns turns, Turns.Place place, long waitedNanos) {
    return place.isBehindOneNotLetIn()
        && turns.usual().isPresent()
        && waitedNanos > turns.usual().get().toNanos() / WAITED_LONG;
  }

  /** The client asks again at once, and then finds its place in the order, and the whole time. */
  private Turns.End comeAgain(Turns turns, SessionId session, Turns.Wait wait, Turns.Place place)
      throws ApplicationException {
    turns.interrupt(queue(session), wait);
    place.giveBack();
    throw new ApplicationException(
        new SessionBusyException(
            "session %s: the call before was not let in; ask again".formatted(session)));
  }

  private static PropagationException elsewhere(SessionId session) {
    return new PropagationException(
        "session %s: this server leaves its group, or is not in the part of it that goes on; send the request to another server"
            .formatted(session));
  }

  private static Exception busy(SessionId session, Duration longest) {
    return tookTooLong(
        new SessionBusyException(
            "session %s: other calls did not end within g2cl.call-timeout, which is %s; try again"
                .formatted(session, longest)));
  }

  private Exception busy(SessionId session, Method method, boolean inPieces) {
    if (inPieces) {
      return new SessionBusyException(
          "session %s: another call has not ended yet; ask again".formatted(session));
    }
    return tookTooLong(
        new SessionBusyException(
            "session %s: another call did not end within the @AccessTimeout of %s.%s; try again"
                .formatted(session, bean.getBeanClass().getSimpleName(), method.getName())));
  }

  /**
   * What the caller is told. Its cause tells our client that the bean is replicated, so that a
   * request that was executed before has a reply to be asked for.
   */
  static Exception tookTooLong(SessionBusyException busy) {
    var told = new ConcurrentAccessTimeoutException(busy.getMessage());
    told.initCause(busy);
    return told;
  }
}
