package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Newest replies of a session, the newest first, and of which requests the replies were displaced;
 * immutable, so that it can be sent while calls go on.
 */
final class Replies {
  static final Replies NONE = new Replies(new Reply[0], new RequestKeys(0), List.of());

  /** Clients of a session of which is known what was displaced; those that were here last. */
  private static final int SERIES_KEPT = 4;

  private final Reply[] newestFirst;

  private final RequestKeys keys;

  /** Of each series the latest request whose reply was displaced; the series used last first. */
  private final List<RequestId> displaced;

  private Replies(Reply[] newestFirst, RequestKeys keys, List<RequestId> displaced) {
    this.newestFirst = newestFirst;
    this.keys = keys;
    this.displaced = displaced;
  }

  static Replies of(List<Reply> newestFirst, List<RequestId> displaced) {
    if (newestFirst.isEmpty() && displaced.isEmpty()) {
      return NONE;
    }
    Reply[] replies = newestFirst.toArray(Reply[]::new);
    RequestKeys keys = new RequestKeys(replies.length);
    for (int i = 0; i < replies.length; i++) {
      keys.set(i, replies[i].request());
    }
    return new Replies(replies, keys, List.copyOf(displaced));
  }

  Replies with(RequestId request, byte[] bytes, int limit) {
    int known = newestFirst.length;
    Reply[] replies = new Reply[Math.min(limit, known + 1)];
    RequestKeys next = new RequestKeys(replies.length);
    replies[0] = new Reply(request, bytes);
    next.set(0, request);
    int hash = request.hashCode();
    int count = 1;
    List<RequestId> out = displaced;
    for (int i = 0; i < known; i++) {
      if (isTo(i, request, hash)) {
        continue;
      }
      if (count < replies.length) {
        next.set(count, keys, i);
        replies[count++] = newestFirst[i];
      } else {
        out = displacing(out, newestFirst[i].request());
      }
    }
    return count == replies.length
        ? new Replies(replies, next, out)
        : new Replies(Arrays.copyOf(replies, count), next.first(count), out);
  }

  private boolean isTo(int index, RequestId request, int hash) {
    return keys.mayBe(index, hash) && newestFirst[index].request().equals(request);
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
    int hash = request.hashCode();
    for (int i = 0; i < newestFirst.length; i++) {
      if (isTo(i, request, hash)) {
        return newestFirst[i].bytes();
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
    long number = request.number();
    if (number == RequestId.NO_NUMBER) {
      return false;
    }
    int series = request.seriesHash();
    for (int i = 0; i < newestFirst.length; i++) {
      if (keys.mayBeLater(i, series, number) && newestFirst[i].request().isAlike(request)) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return newestFirst.length == 0;
  }

  List<Reply> newestFirst() {
    return List.of(newestFirst);
  }

  List<RequestId> displaced() {
    return displaced;
  }
}
