package org.g2cl.cmi.jonas;

import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ow2.cmi.ha.RequestId;
import org.ow2.cmi.ha.SessionId;
import org.ow2.cmi.ha.StatefulBeanReference;

/**
 * Requests that are executed, by thread: one may be executed twice at a time, when its client has
 * lost patience.
 */
final class OpenRequests {
  private final Map<Long, OpenRequest> requests = new ConcurrentHashMap<>();

  private static Long here() {
    return Thread.currentThread().getId();
  }

  /**
   * The request of this thread. One that the thread had before is given up: of a call without a
   * transaction the container does not say that it has ended.
   */
  OpenRequest open(RequestId request) {
    OpenRequest known = requests.get(here());
    if (known != null && known.isFor(request)) {
      return known;
    }
    if (known != null) {
      known.close();
    }
    OpenRequest fresh = new OpenRequest(request);
    requests.put(here(), fresh);
    return fresh;
  }

  /** The request of this thread, or null when it is another one or none. */
  OpenRequest opened(RequestId request) {
    OpenRequest open = requests.get(here());
    return open != null && open.isFor(request) ? open : null;
  }

  /** Tells whether this thread's request has called or created that very bean, of another one. */
  boolean haveCalled(RequestId root, SessionId session, StatefulBeanReference bean) {
    OpenRequest open = root == null || session.equals(root.getObjectId()) ? null : opened(root);
    Object instance = BeanInstances.of(bean);
    return open != null
        && instance != null
        && instance == BeanInstances.of(open.beans().get(session));
  }

  /** Forgets the request of this thread, which has ended. */
  void ended() {
    requests.remove(here());
  }

  /** Gives the request of this thread up, if there is one. */
  void giveUp() {
    OpenRequest former = requests.remove(here());
    if (former != null) {
      former.close();
    }
  }

  /** A bean that is called through RMI, on this server too, runs on a thread of RMI's. */
  void adoptInner(RequestId request, OpenRequest open) {
    requests.forEach(
        (thread, other) -> {
          if (other != open && other.isInnerOf(request) && requests.remove(thread, other)) {
            open.adopt(other);
          }
        });
  }

  /**
   * Gives up what is so old that its thread must be gone, and what nobody adopts of one that is.
   */
  void sweep(Duration longest) {
    for (Iterator<OpenRequest> all = requests.values().iterator(); all.hasNext(); ) {
      OpenRequest open = all.next();
      if (open.isOlderThan(longest) || open.isLeft()) {
        all.remove();
        open.close();
      }
    }
  }

  int size() {
    return requests.size();
  }
}
