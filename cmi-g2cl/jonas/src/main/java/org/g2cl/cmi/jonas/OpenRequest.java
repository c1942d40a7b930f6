package org.g2cl.cmi.jonas;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.propagation.SessionCall;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Request between its first mention by the container and its end; used by the one thread that
 * executes it.
 */
final class OpenRequest {
  private final Map<SessionId, StatefulBeanReference> beans = new LinkedHashMap<>();
  private final List<SessionCall> calls = new ArrayList<>();
  private final long opened = System.nanoTime();
  private Object response;
  private boolean entities;
  private boolean marked;
  private boolean restored;
  private byte[] stateBefore;
  private SessionCall root;

  /** Notes a bean that was called; null stands for one that was removed. */
  void bean(SessionId session, StatefulBeanReference bean) {
    beans.remove(session);
    beans.put(session, bean);
  }

  Map<SessionId, StatefulBeanReference> beans() {
    return beans;
  }

  /** Notes that an entity bean was called; its rows are covered as all rows are. */
  void entity() {
    entities = true;
  }

  boolean hasEntities() {
    return entities;
  }

  void response(Object value) {
    response = value;
  }

  Object response() {
    return response;
  }

  /** Notes whether an instance was restored for it. */
  void restoredIf(boolean yes) {
    restored = yes;
  }

  boolean isRestored() {
    return restored;
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

  /** State of the root before this request, null when it had none. */
  byte[] stateBefore() {
    return stateBefore;
  }

  boolean isOlderThan(long nanos) {
    return System.nanoTime() - opened > nanos;
  }

  void close() {
    calls.forEach(SessionCall::close);
    calls.clear();
    if (root != null) {
      root.close();
      root = null;
    }
  }
}
