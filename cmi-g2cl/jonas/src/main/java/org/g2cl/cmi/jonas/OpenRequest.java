package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.transaction.Status;
import org.g2cl.propagation.SessionCall;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Request between its first mention by the container and its end; used by the one thread that
 * executes it, but for what {@link #isInnerOf} and {@link #adopt} ask of another.
 */
final class OpenRequest {
  private final RequestId request;
  private final Map<SessionId, StatefulBeanReference> beans = new LinkedHashMap<>();

  /** Transaction in which each bean was called; none where that is not known. */
  private final Map<SessionId, Object> transactions = new HashMap<>();

  /** Sessions of which the bean was removed, and then another one created. */
  private final Set<SessionId> replaced = new HashSet<>();

  private final List<SessionCall> calls = new ArrayList<>();
  private final long opened = System.nanoTime();
  private final Thread thread = Thread.currentThread();
  private Object response;
  private boolean answered;
  private OpenRequest inner;
  private boolean splitOff;
  private boolean marked;
  private boolean ofSeveralResources;
  private boolean inDoubt;
  private boolean replicated;
  private boolean failed;
  private boolean lost;
  private int useRestored = -1;
  private byte[] stateBefore;
  private SessionCall root;

  OpenRequest(RequestId request) {
    this.request = request;
  }

  boolean isFor(RequestId other) {
    return request.equals(other);
  }

  /**
   * Notes a bean that was called.
   *
   * @param bean null for one that was removed
   * @param transaction in which it was called, null when that is not known
   */
  void bean(SessionId session, StatefulBeanReference bean, Object transaction) {
    synchronized (beans) {
      if (bean != null && removes(session)) {
        replaced.add(session);
      }
      beans.remove(session);
      beans.put(session, bean);
      if (transaction == null) {
        transactions.remove(session);
      } else {
        transactions.put(session, transaction);
      }
    }
  }

  /** Whether the bean that the client called has come to its end. */
  boolean isAtItsEnd() {
    synchronized (beans) {
      return answered || beans.containsKey(request.getObjectId());
    }
  }

  /**
   * Takes the beans that were called in that transaction out, to be committed before the call of
   * the client has come to its end; they form a request of the first of them.
   *
   * @param number of that request, of no other one of its session
   * @return null when there are none
   */
  OpenRequest split(Object transaction, int number) {
    if (inner != null) {
      inner.close(); // its transaction ended without a word
    }
    OpenRequest taken = null;
    synchronized (beans) {
      for (SessionId session : List.copyOf(beans.keySet())) {
        if (Objects.equals(transactions.get(session), transaction)) {
          if (taken == null) {
            taken = new OpenRequest(new RequestId(session, number));
            taken.splitOff = true;
          }
          taken.bean(session, beans.remove(session), transactions.remove(session));
          if (replaced.remove(session)) {
            taken.replaced.add(session);
          }
        }
      }
    }
    inner = taken;
    return taken;
  }

  /** Whether it was split off, so that no client knows of it. */
  boolean isSplitOff() {
    return splitOff;
  }

  /** Request that was split off and has not ended yet, or null; forgotten thereby. */
  OpenRequest takeInner() {
    OpenRequest taken = inner;
    inner = null;
    return taken;
  }

  RequestId request() {
    return request;
  }

  /** Whether it has nothing but beans that the root called, on another thread than the root's. */
  boolean isInnerOf(RequestId other) {
    if (!isFor(other)) {
      return false;
    }
    synchronized (beans) {
      return root == null && !beans.containsKey(request.getObjectId());
    }
  }

  /** Notes the beans of another one that it has not itself. */
  void adopt(OpenRequest inner) {
    Map<SessionId, StatefulBeanReference> found;
    synchronized (inner.beans) {
      found = new LinkedHashMap<>(inner.beans);
    }
    found.keySet().removeAll(beans.keySet());
    synchronized (beans) {
      beans.putAll(found);
    }
  }

  Map<SessionId, StatefulBeanReference> beans() {
    return beans;
  }

  /** Bean of a session, null for one that was removed. */
  StatefulBeanReference beanOf(org.g2cl.propagation.SessionId session) {
    for (Map.Entry<SessionId, StatefulBeanReference> bean : beans.entrySet()) {
      if (Ids.session(bean.getKey()).equals(session)) {
        return bean.getValue();
      }
    }
    return null;
  }

  void response(Object value) {
    response = value;
    answered = true;
  }

  Object response() {
    return response;
  }

  /** Notes that the container was about to commit it. */
  void replicated() {
    replicated = true;
  }

  boolean isReplicated() {
    return replicated;
  }

  /** Notes that it was rolled back without being near a commit. */
  void failed() {
    failed = true;
  }

  boolean hasFailed() {
    return failed;
  }

  /** Notes for which use of its number an instance was restored; -1 for none. */
  void restoredFor(int use) {
    useRestored = use;
  }

  boolean isRestored() {
    return useRestored >= 0;
  }

  /** Use of its number for which an instance was restored, or -1. */
  int useRestored() {
    return useRestored;
  }

  /** Tells whether the bean of a session was removed by it. */
  boolean removes(SessionId session) {
    return beans.containsKey(session) && beans.get(session) == null;
  }

  /** Tells whether a bean of that session was removed by it, and then one called or created. */
  boolean replaces(SessionId session) {
    return replaced.contains(session);
  }

  /** Notes that its states or its response cannot be kept. */
  void lost() {
    lost = true;
  }

  boolean isLost() {
    return lost;
  }

  /** Notes the call of the session that the client called. */
  void root(SessionCall call) {
    root = call;
    stateBefore = call.state().orElse(null);
  }

  /** Call of the session that the client called, or null before it was entered. */
  SessionCall root() {
    return root;
  }

  /** Use of its number as which its reply is kept, or -1 before the root was entered. */
  int use() {
    return root == null ? -1 : Ids.useOf(root.request(), request);
  }

  /** Whether it is a call of a stateful bean, of which the container has told. */
  boolean hasRoot() {
    return beans.containsKey(request.getObjectId());
  }

  /** Calls of sessions that its bean called in turn. */
  List<SessionCall> calls() {
    return calls;
  }

  /** Notes that its transaction has a marker. */
  void marked() {
    marked = true;
  }

  boolean isMarked() {
    return marked;
  }

  /** Notes that its transaction has resources of several managers. */
  void ofSeveralResources() {
    ofSeveralResources = true;
  }

  boolean isOfSeveralResources() {
    return ofSeveralResources;
  }

  /** Notes how its transaction has ended, as the manager tells those who listen. */
  void endedAs(int status) {
    inDoubt = status == Status.STATUS_UNKNOWN;
  }

  /** Whether one of several resources has refused the commit after another one may have done it. */
  boolean isInDoubt() {
    return inDoubt;
  }

  /** State of the root before this request, null when it had none. */
  byte[] stateBefore() {
    return stateBefore;
  }

  boolean isOlderThan(Duration age) {
    return System.nanoTime() - opened > age.toNanos();
  }

  /**
   * Whether its thread has ended without a word, and what it has is no bean that another one called
   * by RMI: as after a call without a transaction, when its client has closed the connection.
   */
  boolean isLeft() {
    return !thread.isAlive() && !isInnerOf(request);
  }

  void close() {
    if (inner != null) {
      inner.close();
    }
    calls.forEach(SessionCall::close);
    calls.clear();
    if (root != null) {
      root.close();
      root = null;
    }
  }
}
