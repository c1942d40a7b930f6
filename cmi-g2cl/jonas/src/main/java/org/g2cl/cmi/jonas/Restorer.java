package org.g2cl.cmi.jonas;

import java.io.IOException;
import java.time.Duration;
import org.g2cl.propagation.PropagationException;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * The start of a request that a client sends again to this server: takes the session over, finds
 * the stored response, and gives the new bean instance its state.
 *
 * <p>A request that cannot be let in ends in an {@link Error}, see {@link Refusals}.
 */
final class Restorer {
  /** Times that a request that is rolled back again and again is executed here. */
  private static final int MOST_ATTEMPTS = 5;

  private final TransactionTable table;
  private final LiveSessions live;
  private final BeanSet unreplicated;
  private final BeanSet refused;
  private final ReplyCodec replies;
  private final Attempts attempts = new Attempts(MOST_ATTEMPTS, Duration.ofMinutes(10));
  private final SpentReplies spent;
  private final Callers callers;
  private final ReplySearch search;
  private final Patience patience;
  private final Refusals refusals;
  private final StateInjection injection;
  private final InnerRestorer inner;

  @SuppressWarnings("ThreadLocalUsage") // one for each manager, of which a server has one
  private final ThreadLocal<Restoration> restorations = new ThreadLocal<>();

  Restorer(
      JonasGroup group, TransactionTable table, KnownBeans known, Codecs codecs, Callers callers) {
    this.table = table;
    this.live = known.live();
    this.unreplicated = known.unreplicated();
    this.refused = known.refused();
    this.spent = known.spent();
    this.replies = codecs.replies();
    this.callers = callers;
    this.search = new ReplySearch(group.propagation(), known);
    this.patience = new Patience(group.settings().ha().propagation().callTimeout());
    this.refusals = new Refusals(group.self());
    this.injection = new StateInjection(codecs.beans(), live, refusals);
    this.inner = new InnerRestorer(group, table, known, patience, injection, refusals);
  }

  /**
   * Whether there is a response to a request that is sent again.
   *
   * @param answered use of its number up to which the client has had answers, so that it is another
   *     call; -1 where that is not known
   */
  boolean hasResponse(RequestId request, int answered) {
    restorations.remove();
    if (answered >= spent.count(request)) {
      spent.add(request, answered + 1);
    }
    boolean told = spent.takeTold(request);
    try {
      table.open();
      Restoration found = patience.with(() -> search.find(request));
      checkCaller(found, told);
      if (told && found.reply() != null) {
        spent.add(request, found.use());
        throw new PropagationException(
            "request %d of it, of which an error was told, took effect after all; this call came under"
                    .formatted(request.getRequestNo())
                + " the same number and was not executed; look what is to be done, and call again");
      }
      restorations.set(found);
      return found.reply() != null;
    } catch (PropagationException | RuntimeException e) {
      spent.told(request);
      throw refusals.of(request.getObjectId(), e);
    }
  }

  /** The container looks who calls at no answer that is stored; what it is told stays the same. */
  private void checkCaller(Restoration found, boolean told) {
    if (found.reply() != null && !ReplyCodec.isFor(callers.login(), found.reply())) {
      if (told) {
        spent.told(found.request());
      }
      throw refusals.of(
          found.request().getObjectId(),
          new ReplicationException(
              "request %d of it was another caller's, and its response is given to that one only; call with the login with which it was sent first%s"
                  .formatted(found.request().getRequestNo(), ifNoLogin())));
    }
  }

  private String ifNoLogin() {
    return callers.login().isPresent()
        ? ""
        : "; this server hears of no login with this call: see that JOnAS's security interceptors are"
            + " set on all servers and at the client";
  }

  /**
   * Use of that request's number for which this thread has taken the session over, or -1 where it
   * has not.
   */
  int useRestored(RequestId request) {
    Restoration restoration = restorations.get();
    return restoration != null && restoration.request().equals(request) ? restoration.use() : -1;
  }

  Object takeResponse(RequestId request) {
    Restoration restoration = restorations.get();
    restorations.remove();
    if (restoration == null || restoration.reply() == null) {
      return null;
    }
    try {
      return replies.read(restoration.reply());
    } catch (IOException | RuntimeException e) { // the latter of a class's own readResolve
      spent.told(request);
      throw refusals.of(request.getObjectId(), e);
    }
  }

  void restore(SessionId session, StatefulBeanReference bean) {
    Restoration restoration = restorations.get();
    if (restoration == null || !restoration.request().getObjectId().equals(session)) {
      inner.restore(session, bean, restoration);
    } else if (restoration.isOf(bean)) {
      live.given(Ids.session(session), bean);
      checkIsNotAnswered(restoration);
    } else {
      giveToRoot(restoration, bean);
      restorations.set(restoration.asGiven());
      live.given(Ids.session(session), bean);
    }
  }

  private void giveToRoot(Restoration restoration, StatefulBeanReference bean) {
    try {
      checkMayBeExecuted(restoration, bean);
      injection.give(restoration.request().getObjectId(), bean, restoration.state());
      refused.remove(bean);
    } catch (Error e) {
      refused.add(bean);
      spent.told(restoration.request());
      throw e;
    }
  }

  /**
   * CMI's client sends a call again to a new bean only. One that comes to the bean of the session
   * is a new call, of a client's thread that once met a failed server; after an application
   * exception it has the number of the call before.
   */
  private void checkIsNotAnswered(Restoration restoration) {
    if (restoration.reply() != null) {
      RequestId request = restoration.request();
      spent.add(request, restoration.use());
      throw refusals.of(
          request.getObjectId(),
          new ReplicationException(
              "CMI's client gave this call the number of the one before, %d, which ended in an"
                      .formatted(request.getRequestNo())
                  + " exception, and says that it is sent again. It was not executed; call again"));
    }
  }

  private void checkMayBeExecuted(Restoration restoration, StatefulBeanReference bean) {
    RequestId request = restoration.request();
    if (restoration.reply() != null) {
      return;
    }
    countAttempt(request);
    boolean first = request.getRequestNo() == 0;
    if (restoration.state() == null && !first && !unreplicated.has(bean)) {
      throw refusals.of(
          request.getObjectId(),
          new ReplicationException(
              "there is no copy of it, and it was called before: all servers that had one are gone, it"
                  + " has expired, or its calls had no transaction of the container's, without which"
                  + " they are not replicated. Create a new one"));
    }
  }

  /** Refuses what was executed and rolled back here so often that it would go on without end. */
  void countAttempt(RequestId request) {
    if (!attempts.next(request)) {
      throw refusals.of(
          request.getObjectId(),
          new ReplicationException(
              "request %d of it was executed %d times here and rolled back each time; the reasons are"
                      .formatted(request.getRequestNo(), MOST_ATTEMPTS)
                  + " in the log. The session is as it was before; try again later"));
    }
  }

  /** The client is told an error in place of an answer, and does not send it again. */
  void toldNoAnswer(RequestId request) {
    restorations.remove();
    spent.told(request);
  }

  /** The client has an answer to it, and does not send it again. */
  void answered(RequestId request) {
    attempts.forget(request);
  }

  void end() {
    restorations.remove();
  }
}
