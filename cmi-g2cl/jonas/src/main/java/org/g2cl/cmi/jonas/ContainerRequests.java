package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import javax.transaction.Status;
import javax.transaction.Transaction;
import org.g2cl.propagation.PropagationException;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Requests as the container tells of them, from the first bean that it names to the end of the
 * transaction. Thread-safe; each request is one thread's.
 */
final class ContainerRequests {
  private static final Duration LONGEST_REQUEST = Duration.ofHours(1);

  /** Numbers of requests that no client counts up to. */
  private static final AtomicInteger INNER_NUMBERS = new AtomicInteger(1 << 30);

  private final ServerTransactions transactions;
  private final KnownBeans known;
  private final Restorer restorer;
  private final Replicator replicator;
  private final CommitEnd commits;
  private final RolledBackRequests rolledBack;
  private final CutAnswers cut;
  private final Supplier<Duration> timeout;
  private final OpenRequests requests = new OpenRequests();

  /**
   * Knows of none yet.
   *
   * @param timeout after which sessions that are created now expire
   */
  ContainerRequests(
      ServerTransactions transactions,
      KnownBeans known,
      Restorer restorer,
      Replicator replicator,
      CommitEnd commits,
      RolledBackRequests rolledBack,
      CutAnswers cut,
      Supplier<Duration> timeout) {
    this.transactions = transactions;
    this.known = known;
    this.restorer = restorer;
    this.replicator = replicator;
    this.commits = commits;
    this.rolledBack = rolledBack;
    this.cut = cut;
    this.timeout = timeout;
  }

  /**
   * A bean was called. The container names the first id of its thread, be it of an answered request
   * that came along.
   */
  void called(RequestId first, SessionId session, StatefulBeanReference bean) {
    RequestId request = AnsweredIds.has(first) ? RequestChain.root() : first;
    if (request != null) {
      var unused = RequestChain.dropAnswered(request);
      calledBy(request, session, bean);
    }
  }

  private void calledBy(RequestId request, SessionId session, StatefulBeanReference bean) {
    Transaction transaction = transactions.current();
    if (transaction == null && !known.refused().has(bean) && !known.spent().isTold(request)) {
      known.unreplicated().add(bean);
    }
    requests.open(request).bean(session, bean, transaction);
    if (!session.equals(request.getObjectId())) {
      known.inner().add(bean);
    } else if (bean == null) {
      countAttempt(request); // the container asks nothing before it removes a bean
    }
  }

  /** Counts what is executed and was not counted when a bean was restored for it. */
  private void countAttempt(RequestId request) {
    try {
      restorer.countAttempt(request);
    } catch (Error e) {
      transactions.rollBack(); // the container ends it now
      throw e;
    }
  }

  void answer(RequestId request, Object response) {
    if (AnsweredIds.has(request)) {
      return;
    }
    OpenRequest open = requests.open(request);
    open.response(response);
    transactions.whenEnded(
        status -> {
          if (status != Status.STATUS_COMMITTED) {
            rolledBack(open);
          }
        });
    boolean hasState = open.beans().containsKey(request.getObjectId());
    if (!hasState && restorer.useRestored(request) >= 0) {
      countAttempt(request);
    }
  }

  /**
   * The container has rolled the transaction of this thread's request back: for a system exception,
   * without a further word; or because it was marked for that, then {@link #end} comes next. That a
   * commit failed is told there, too.
   */
  private void rolledBack(OpenRequest open) {
    RequestId request = open.request();
    boolean isOfTheClient = requests.opened(request) != open || !RequestChain.isExecuting(request);
    if (isOfTheClient || open.isReplicated()) {
      return;
    }
    RequestChain.keep(request);
    if (open.beans().containsKey(request.getObjectId())) {
      open.failed();
      open.restoredFor(restorer.useRestored(request));
      restorer.end();
      Interruption.aside(() -> rolledBack.fail(request, open, timeout.get()));
    }
  }

  void replicate(RequestId request) throws ReplicationException {
    OpenRequest open = requests.opened(request);
    if (open != null) {
      Interruption.aside(() -> replicate(request, open));
    }
  }

  private void replicate(RequestId request, OpenRequest open) throws ReplicationException {
    if (open.isAtItsEnd()) {
      requests.adoptInner(request, open);
      open.replicated();
      open.restoredFor(restorer.useRestored(request));
      replicator.replicate(request, open, timeout.get());
    } else {
      OpenRequest inner = open.split(transactions.current(), INNER_NUMBERS.getAndIncrement());
      if (inner != null) {
        replicator.replicate(inner.request(), inner, timeout.get());
      }
    }
  }

  boolean isOpen(RequestId request) {
    return requests.opened(request) != null;
  }

  /** Has a request rolled back, if it is open. */
  void refuse(RequestId request) throws ReplicationException {
    OpenRequest open = requests.opened(request);
    if (open != null) {
      open.replicated();
      replicator.refuse(
          request,
          open,
          new PropagationException("service ha was started anew while it was executed"));
    }
  }

  void end(RequestId request, boolean committed) {
    Interruption.aside(() -> endAside(request, committed));
    if (Interruption.isThere()
        && requests.opened(request) == null
        && !RequestChain.isOwn(request)) {
      Interruption.forget(); // else the bean of the connection's next request would have it
    }
  }

  private void endAside(RequestId request, boolean committed) {
    OpenRequest open = requests.opened(request);
    OpenRequest inner = open == null ? null : open.takeInner();
    if (inner != null) {
      commits.end(inner.request(), inner, committed);
    } else if (open != null && open.isAtItsEnd()) {
      restorer.end();
      requests.ended();
      if (open.isReplicated()) {
        int use = open.use();
        commits.end(request, open, committed);
        if (committed) {
          restorer.answered(request);
          cut.leaveId(request, use, open.hasRoot());
        }
      } else {
        answered(request, open);
      }
    }
  }

  /** The transaction was marked for rollback, and the client gets an answer. */
  private void answered(RequestId request, OpenRequest open) {
    RequestChain.letGo(request);
    restorer.answered(request);
    int use = open.hasFailed() ? rolledBack.goOn(request, open, timeout.get()) : -1;
    cut.leaveId(request, use, open.hasRoot());
    open.close();
  }

  /** Whether the reply to a request that is sent again is stored; the one before is given up. */
  boolean hasResponse(RequestId request) {
    requests.giveUp();
    return AnsweredIds.has(request)
        ? cut.wasCut(request) && hasCutResponse(request)
        : Interruption.asideOf(
            () -> restorer.hasResponse(request, RequestChain.dropAnswered(request)));
  }

  private boolean hasCutResponse(RequestId came) {
    RequestId request = AnsweredIds.request(came);
    if (!Interruption.asideOf(() -> restorer.hasResponse(request, -1))) {
      restorer.toldNoAnswer(request);
      throw cut.lost(request);
    }
    RequestChain.replace(came, request);
    return true;
  }

  /** The stored reply to a request that was found to have one. */
  Object response(RequestId request) {
    int use = restorer.useRestored(request) - 1;
    Object response = restorer.takeResponse(request);
    cut.leaveId(request, use, cut.isAskedForStateful());
    return response;
  }

  void restore(SessionId session, StatefulBeanReference bean) {
    if (RequestChain.hasOnlyAnswered()) {
      return;
    }
    if (!requests.haveCalled(RequestChain.root(), session, bean)) {
      Interruption.aside(() -> restorer.restore(session, bean));
    }
  }

  /** Gives up those whose end the container will not tell of. */
  void sweep() {
    requests.sweep(LONGEST_REQUEST);
  }

  /** Requests whose end the container has not told of. */
  int open() {
    return requests.size();
  }
}
