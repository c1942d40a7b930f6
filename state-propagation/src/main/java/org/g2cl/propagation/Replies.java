package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.List;

/**
 * Newest replies of a session, the newest first, and of which requests the replies were displaced;
 * immutable, so that it can be sent while calls go on.
 *
 * <p>Kept in one array, in the form of {@link ReplyCursor}: every copy of every session has them,
 * and each call compares its request to all of them, which are best read in a row.
 */
final class Replies {
  static final Replies NONE = new Replies(new byte[0], ReplyPacker.NO_LARGE, List.of());

  /** Clients of a session of which is known what was displaced; those that were here last. */
  private static final int SERIES_KEPT = 4;

  final byte[] packed;

  /** Replies that are too large to be packed, in their order. */
  final byte[][] large;

  /** Of each series the latest request whose reply was displaced; the series used last first. */
  private final List<RequestId> displaced;

  Replies(byte[] packed, byte[][] large, List<RequestId> displaced) {
    this.packed = packed;
    this.large = large;
    this.displaced = displaced;
  }

  static Replies of(List<Reply> newestFirst, List<RequestId> displaced) {
    if (newestFirst.isEmpty() && displaced.isEmpty()) {
      return NONE;
    }
    ReplyPacker packer = new ReplyPacker();
    newestFirst.forEach(reply -> packer.add(reply.request(), reply.bytes()));
    return packer.pack(List.copyOf(displaced));
  }

  /**
   * These after one more; a reply to the same request gives way to it.
   *
   * @param limit replies to keep, 1 or more
   */
  Replies with(RequestId request, byte[] bytes, int limit) {
    List<RequestId> out = displaced;
    int end = 0;
    int largeEnd = 0;
    int count = 1;
    for (ReplyCursor each = first(); each.next(); ) {
      if (each.isTo(request)) {
        return packedAgain(request, bytes, limit);
      }
      if (count < limit) {
        count++;
        end = each.end();
        largeEnd = each.largeEnd();
      } else {
        out = displacing(out, each.request());
      }
    }
    return new Replies(
        ReplyPacker.prepended(request, bytes, packed, end),
        ReplyPacker.prepended(bytes, large, largeEnd),
        out);
  }

  /** The same, and slower, also where one of these is in the way. */
  Replies packedAgain(RequestId request, byte[] bytes, int limit) {
    ReplyPacker next = new ReplyPacker(packed.length);
    next.add(request, bytes);
    List<RequestId> out = displaced;
    for (ReplyCursor each = first(); each.next(); ) {
      if (each.isTo(request)) {
        continue;
      }
      if (next.count() < limit) {
        each.addTo(next);
      } else {
        out = displacing(out, each.request());
      }
    }
    return next.pack(out);
  }

  private ReplyCursor first() {
    return new ReplyCursor(packed, large);
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
    for (ReplyCursor each = first(); each.next(); ) {
      if (each.isTo(request)) {
        return each.bytes();
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
    for (ReplyCursor each = first(); each.next(); ) {
      if (each.isLaterThan(request)) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return packed.length == 0;
  }

  List<Reply> newestFirst() {
    List<Reply> replies = new ArrayList<>();
    for (ReplyCursor each = first(); each.next(); ) {
      replies.add(new Reply(each.request(), each.bytes()));
    }
    return replies;
  }

  List<RequestId> displaced() {
    return displaced;
  }
}
