package org.g2cl.cmi.jonas;

import java.util.Stack;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.interceptor.HACurrent;

/**
 * Ids of the requests that this thread executes, the client's first, which CMI's interceptors give
 * back to the client with the answer.
 *
 * <p>The container takes the id of a request off at its end, whatever that is. CMI's client sends a
 * call that ended in a {@link java.rmi.RemoteException} again with what came back: without an id,
 * so that a server would execute it on an empty bean. (JOnAS 5.2.3, {@code JRepStatefulRemote}; CMI
 * 2.2.6, {@code HAClientInterceptor}.)
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

  /** Lets a client have the id of its request back; twice is harmless. */
  static void keep(RequestId request) {
    Stack<RequestId> ids = ids();
    if (ids.size() == 1 && ids.peek().equals(request)) {
      ids.push(request); // the container takes one off
    }
  }

  /** Takes {@link #keep} back: the client gets an answer. */
  static void letGo(RequestId request) {
    Stack<RequestId> ids = ids();
    if (ids.size() == 2 && ids.get(0).equals(request) && ids.peek().equals(request)) {
      ids.pop();
    }
  }
}
