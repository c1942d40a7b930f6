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
    Stack<RequestId> ids = ids();
    return ids.isEmpty() ? null : ids.get(0);
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
