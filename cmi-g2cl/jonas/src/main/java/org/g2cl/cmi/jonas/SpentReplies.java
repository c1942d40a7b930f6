package org.g2cl.cmi.jonas;

import java.util.Map;
import java.util.Optional;
import org.ow2.cmi.ha.RequestId;

/**
 * Replies that no call that a client makes from now on asks for, though it may have the number of
 * the request that they answer; and requests of which the client was told an error here, whose
 * numbers it uses for other calls.
 *
 * <p>What was told counts for this thread's caller: one who asks with another's ids changes nothing
 * for that one.
 */
final class SpentReplies {
  private final Callers callers;

  /** Uses of the request's number whose replies are spent for a caller, from the first. */
  private final Map<Call, Integer> uses = new NewestRequests<>();

  /** Uses that are spent whoever calls, from the first. */
  private final Map<RequestId, Integer> barred = new NewestRequests<>();

  private final Map<Call, Boolean> told = new NewestRequests<>();

  private record Call(RequestId request, Optional<String> login) {}

  /**
   * Knows of none yet.
   *
   * @param callers tells who calls
   */
  SpentReplies(Callers callers) {
    this.callers = callers;
  }

  private Call call(RequestId request) {
    return new Call(request, callers.login());
  }

  /** Notes that the replies to the first so many uses of a request's number are spent. */
  synchronized void add(RequestId request, int count) {
    uses.put(call(request), count);
  }

  /** Notes the same for all callers. */
  synchronized void addForAll(RequestId request, int count) {
    barred.put(request, count);
  }

  /** Number of uses, from the first, whose replies are spent, if there are any. */
  synchronized int count(RequestId request) {
    return Math.max(uses.getOrDefault(call(request), 0), barred.getOrDefault(request, 0));
  }

  /** Tells whether the reply of a use, the first is 0, is spent. */
  synchronized boolean has(RequestId request, int use) {
    return use < count(request);
  }

  /** Notes that the client is told an error: CMI's client does not send the request again. */
  synchronized void told(RequestId request) {
    told.put(call(request), true);
  }

  synchronized boolean isTold(RequestId request) {
    return told.containsKey(call(request));
  }

  /** Tells whether the client was told an error, and forgets it. */
  synchronized boolean takeTold(RequestId request) {
    return told.remove(call(request)) != null;
  }
}
