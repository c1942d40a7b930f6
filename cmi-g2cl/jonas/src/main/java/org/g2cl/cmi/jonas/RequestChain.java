package org.g2cl.cmi.jonas;

import java.util.Stack;
import org.ow2.cmi.controller.common.ClusterViewManager;
import org.ow2.cmi.controller.factory.ClusterViewManagerFactory;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/**
 * Ids of the requests that this thread executes, the client's first, which CMI's interceptors give
 * back to the client with the answer.
 *
 * <p>When the container has rolled a request back for a system exception it takes the id off, as
 * after a call that went well, and throws the exception. CMI's client sends such a call again with
 * what came back: without an id, so that a server would execute it on an empty bean. (When a commit
 * fails the container throws before it takes the id off. JOnAS 5.2.3, {@code JRepStatefulRemote};
 * CMI 2.2.6, {@code HAClientInterceptor}.)
 */
final class RequestChain {
  private RequestChain() {}

  @SuppressWarnings("JdkObsolete") // CMI's own type
  private static Stack<RequestId> ids() {
    Stack<RequestId> ids = HACurrent.getHACurrent().getRequests();
    return ids == null ? new Stack<>() : ids;
  }

  /** Request that the client sent, or null when this thread executes none. */
  static RequestId root() {
    for (RequestId id : ids()) {
      if (!AnsweredIds.has(id)) {
        return id;
      }
    }
    return null;
  }

  /**
   * Takes the ids of answered requests off this thread that lie below others. The container does so
   * for clients of other JVMs, and after it has asked us for a response.
   *
   * @return use of that request's number up to which the client has had answers, or -1
   */
  static int dropAnswered(RequestId request) {
    int answered = -1;
    for (RequestId id : ids()) {
      if (AnsweredIds.has(id) && AnsweredIds.request(id).equals(request)) {
        answered = Math.max(answered, AnsweredIds.use(id));
      }
    }
    ids().removeIf(AnsweredIds::has);
    return answered;
  }

  /** Tells whether this thread executes a call that came with nothing but an answered request. */
  static boolean hasOnlyAnswered() {
    return root() == null && !ids().isEmpty();
  }

  /** Puts an id under that of a request of a remote client, which the container takes off. */
  static void putBelow(RequestId request, RequestId id) {
    Stack<RequestId> ids = ids();
    if (ids.size() == 1 && ids.peek().equals(request) && !isOwn(request)) {
      ids.add(0, id);
    }
  }

  /** Has this thread execute a request in place of the one that came. */
  static void replace(RequestId came, RequestId request) {
    Stack<RequestId> ids = ids();
    if (!ids.isEmpty() && ids.peek().equals(came)) {
      ids.pop();
      ids.push(request);
    }
  }

  /** Tells whether this thread executes that request, and no other one for it. */
  static boolean isExecuting(RequestId request) {
    Stack<RequestId> ids = ids();
    return !ids.isEmpty() && ids.peek().equals(request);
  }

  /**
   * Lets a client have the id of its request back, though the container takes one off. Not one in
   * this JVM: nobody would take a left id off its thread.
   */
  static void keep(RequestId request) {
    Stack<RequestId> ids = ids();
    if (ids.size() == 1 && ids.peek().equals(request) && !isOwn(request)) {
      ids.push(request);
    }
  }

  /** Tells whether the client of a request is in this JVM. */
  static boolean isOwn(RequestId request) {
    ClusterViewManager manager = ClusterViewManagerFactory.getFactory().getClusterViewManager();
    return manager != null && request.getObjectId().getClientId().equals(manager.getUUID());
  }

  /** Takes {@link #keep} back: the client gets an answer. */
  static void letGo(RequestId request) {
    Stack<RequestId> ids = ids();
    if (ids.size() == 2 && ids.get(0).equals(request) && ids.peek().equals(request)) {
      ids.pop();
    }
  }
}
