package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Stack;
import javax.transaction.Status;
import org.g2cl.cmi.jonas.Instance.Reference;
import org.ow2.cmi.ha.ReplicationException;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/** A server of which the container of JOnAS 5.2.3 says what it does, step by step. */
@SuppressWarnings("JdkObsolete") // CMI's own type is a Stack
final class ContainerServer {
  final JonasGroup group;
  final G2clReplicationManager manager;
  final ContainerTransactions transactions = new ContainerTransactions();

  ContainerServer(Members members) {
    this(members, null);
  }

  ContainerServer(Members members, String dataSource, String... attributes) {
    group = members.join(attributes);
    manager = new G2clReplicationManager(Duration.ofMinutes(10), group, dataSource, null);
    manager.setTransactionManager(transactions.manager());
  }

  /** A client's request comes; the container begins a transaction. */
  RequestId begin(SessionId session, int number) {
    RequestId request = arrive(session, number);
    transactions.begin();
    return request;
  }

  /** A client's request comes. */
  RequestId arrive(SessionId session, int number) {
    RequestId request = new RequestId(session, number);
    Stack<RequestId> requests = new Stack<>();
    requests.push(request);
    HACurrent.getHACurrent().setRequests(requests);
    return request;
  }

  /** The request is sent again to new beans: null when it is to be executed. */
  Object again(RequestId request, Instance fresh) {
    boolean found = manager.hasBackupResponse(request);
    give(request.getObjectId(), fresh);
    return found ? manager.getBackupResponse(request) : null;
  }

  /**
   * What the container does before each call of a bean, when the client says that it sends again.
   */
  void give(SessionId session, Instance instance) {
    manager.restoreBeanChanges(session, new Reference(instance));
  }

  /** A bean was called. */
  void called(RequestId request, SessionId session, Instance instance) {
    manager.addModifiedBean(request, session, new Reference(instance));
  }

  void removed(RequestId request, SessionId session) {
    manager.addModifiedBean(request, session, null);
  }

  /** False when it was rolled back, by us or because the commit failed. */
  boolean end(RequestId request, Object response, boolean commits) {
    manager.addResponse(request, response);
    boolean committed = complete(request, commits);
    HACurrent.getHACurrent().setRequests(new Stack<>());
    return committed;
  }

  /** The end of a transaction; false when it was rolled back, by us or because it failed. */
  boolean complete(RequestId request, boolean commits) {
    replicate(request);
    boolean committed = commits && !transactions.isMarked();
    transactions.end(committed ? Status.STATUS_COMMITTED : Status.STATUS_ROLLEDBACK);
    manager.replicateCommit(request, committed);
    return committed;
  }

  void replicate(RequestId request) {
    try {
      manager.replicate(request);
    } catch (ReplicationException e) {
      throw new AssertionError(e);
    }
  }

  void call(SessionId session, int number, Instance instance, Object response) {
    RequestId request = begin(session, number);
    called(request, session, instance);
    if (!end(request, response, true)) {
      throw new AssertionError(request + " was rolled back");
    }
  }
}
