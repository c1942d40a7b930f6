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
    var ofMethod = bean.getAccessTimeout(bean.getMatchingBeanMethod(method));
    var said = ofMethod == null ? bean.getAccessTimeout() : ofMethod;
    if (said == null) {
      return Optional.empty();
    }
    long nanos = said.getTime(TimeUnit.NANOSECONDS);
    return Optional.of(nanos < 0 ? Turns.FOR_EVER : Duration.ofNanos(nanos));
  }

  /**
   * Waits for other calls of the session.
   *
   * @param request id by which a client sends it again when it is told to, or empty
   * @return place that the call has from now on
   * @throws ApplicationException when they take too long; holds what the caller is told
   */
  Turns.Place enter(Turns turns, SessionId session, Method method, Optional<RequestId> request)
      throws ApplicationException {
    Optional<Duration> said = of(method);
    if (said.isEmpty() && turns.usual().isEmpty()) {
      return turns.enter(session.value());
    }
    try {
      return said.isPresent()
          ? enter(turns, session, method, request, said.get())
          : enterAsUsual(turns, session);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CallEnd.asAnswer(
          new PropagationException(
              "session %s: interrupted while another call held it".formatted(session), e));
    }
  }

  private Turns.Place enter(
      Turns turns, SessionId session, Method method, Optional<RequestId> request, Duration longest)
      throws ApplicationException, InterruptedException {
    Turns.Wait wait = turns.begin(session.value(), request, longest);
    Duration left = wait.left();
    boolean inPieces = request.isPresent() && left.compareTo(longestInOnePiece) > 0;
    Optional<Turns.Place> place =
        turns.enterInTurn(session.value(), wait, inPieces ? longestInOnePiece : left);
    if (place.isEmpty() && inPieces) {
      turns.interrupt(session.value(), request.get(), wait);
    }
    return place.orElseThrow(() -> new ApplicationException(busy(session, method, inPieces)));
  }

  private static Turns.Place enterAsUsual(Turns turns, SessionId session)
      throws ApplicationException, InterruptedException {
    Turns.Wait wait = turns.begin(session.value(), Optional.empty(), turns.usual().orElseThrow());
    return turns
        .enterInTurn(session.value(), wait, wait.left())
        .orElseThrow(
            () ->
                new ApplicationException(
                    tookTooLong(
                        new SessionBusyException(
                            "session %s: other calls did not end within g2cl.call-timeout, which is %s; try again"
                                .formatted(session, turns.usual().orElseThrow())))));
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
