package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Newest replies of a session, the newest first, and of which requests the replies were displaced;
 * immutable, so that it can be sent while calls go on.
 */
final class Replies {
  static final Replies NONE = new Replies(List.of(), List.of());

  /** Clients of a session of which is known what was displaced; those that were here last. */
  private static final int SERIES_KEPT = 4;

  private final List<Reply> newestFirst;

  /** Of each series the latest request whose reply was displaced; the series used last first. */
  private final List<RequestId> displaced;

  private Replies(List<Reply> newestFirst, List<RequestId> displaced) {
    this.newestFirst = newestFirst;
    this.displaced = displaced;
  }

  static Replies of(List<Reply> newestFirst, List<RequestId> displaced) {
    return newestFirst.isEmpty() && displaced.isEmpty()
        ? NONE
        : new Replies(List.copyOf(newestFirst), List.copyOf(displaced));
  }

  Replies with(RequestId request, byte[] bytes, int limit) {
    Reply[] replies = new Reply[Math.min(limit, newestFirst.size() + 1)];
    replies[0] = new Reply(request, bytes);
    int count = 1;
    List<RequestId> out = displaced;
    int known = newestFirst.size();
    for (int i = 0; i < known; i++) { // an iterator costs more
      Reply reply = newestFirst.get(i);
      if (reply.request().equals(request)) {
        continue;
      }
      if (count < replies.length) {
        replies[count++] = reply;
      } else {
        out = displacing(out, reply.request());
      }
    }
    return new Replies(
        List.of(count < replies.length ? Arrays.copyOf(replies, count) : replies), out);
  }

  private static List<RequestId> displacing(List<RequestId> before, RequestId request) {
    if (!request.isNumbered()) {
      return before;
    }
    if (before.isEmpty()) {
      return List.of(request);
    }
    if (before.size() == 1 && before.get(0).isAlike(request)) {
      return request.isLaterThan(before.get(0)) ? List.of(request) : before;
    }
    RequestId latest = request;
    List<RequestId> others = new ArrayList<>(SERIES_KEPT);
    for (RequestId other : before) {
      if (other.isAlike(request)) {
        latest = other.isLaterThan(latest) ? other : latest;
      } else if (others.size() < SERIES_KEPT - 1) {
        others.add(other);
      }
    }
    others.add(0, latest);
    return List.copyOf(others);
  }

  /** Reply to that request, or null when it is not known (any more). */
  byte[] to(RequestId request) {
    int known = newestFirst.size();
    for (int i = 0; i < known; i++) {
      Reply reply = newestFirst.get(i);
      if (reply.request().equals(request)) {
        return reply.bytes();
      }
    }
    return null;
  }

  /**
   * Tells whether the request, to which no reply is known, may have been executed: a reply to a
   * later one of its series was displaced already, so one to this may have been too.
   */
  boolean isTooLate(RequestId request) {
    if (displaced.isEmpty() || !request.isNumbered()) {
      return false;
    }
    for (RequestId gone : displaced) {
      if (gone.isAlike(request)) {
        return !request.isLaterThan(gone);
      }
    }
    return false;
  }

  /** Tells whether a reply to a later request of the same series is known. */
  boolean hasLater(RequestId request) {
    if (!request.isNumbered()) {
      return false;
    }
    for (Reply reply : newestFirst) {
      RequestId other = reply.request();
      if (other.isNumbered() && other.isAlike(request) && other.isLaterThan(request)) {
        return true;
      }
    }
    return false;
  }

  List<Reply> newestFirst() {
    return newestFirst;
  }

  List<RequestId> displaced() {
    return displaced;
  }
}
