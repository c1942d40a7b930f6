package org.g2cl.cmi.jonas;

import java.util.Map;
import org.ow2.cmi.ha.RequestId;

/**
 * Replies that no call that a client makes from now on asks for, though it may have the number of
 * the request that they answer; and requests of which the client was told an error here, whose
 * numbers it uses for other calls.
 */
final class SpentReplies {
  /** Uses of the request's number whose replies are spent, from the first. */
  private final Map<RequestId, Integer> uses = new NewestRequests<>();

  private final Map<RequestId, Boolean> told = new NewestRequests<>();

  /** Notes that the replies to the first so many uses of a request's number are spent. */
  synchronized void add(RequestId request, int count) {
    uses.put(request, count);
  }

  /** Number of uses, from the first, whose replies are spent, if there are any. */
  synchronized int count(RequestId request) {
    return uses.getOrDefault(request, 0);
  }

  /** Tells whether the reply of a use, the first is 0, is spent. */
  synchronized boolean has(RequestId request, int use) {
    return use < count(request);
  }

  /** Notes that the client is told an error: CMI's client does not send the request again. */
  synchronized void told(RequestId request) {
    told.put(request, true);
  }

  synchronized boolean isTold(RequestId request) {
    return told.containsKey(request);
  }

  /** Tells whether the client was told an error, and forgets it. */
  synchronized boolean takeTold(RequestId request) {
    return told.remove(request) != null;
  }
}
