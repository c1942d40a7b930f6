package org.g2cl.cmi.jonas;

import java.util.LinkedHashMap;
import java.util.Map;
import org.ow2.cmi.ha.RequestId;

/**
 * Replies of which is known that the client has them: it called the same bean again under the same
 * number. The newest are kept.
 */
final class SpentReplies {
  private static final int KEPT = 1000;

  /** Uses of the request's number whose replies are spent, from the first. */
  private final Map<RequestId, Integer> uses =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RequestId, Integer> eldest) {
          return size() > KEPT;
        }
      };

  /** Notes that the first so many uses of a request's number have been answered. */
  synchronized void add(RequestId request, int count) {
    uses.put(request, count);
  }

  /** Tells whether the reply of a use, the first is 0, is spent. */
  synchronized boolean has(RequestId request, int use) {
    return use < uses.getOrDefault(request, 0);
  }
}
