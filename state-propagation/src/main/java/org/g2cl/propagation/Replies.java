package org.g2cl.propagation;

import java.util.Arrays;
import java.util.List;

/**
 * Newest replies of a session, the newest first; immutable, so that it can be sent while calls go
 * on.
 */
final class Replies {
  static final Replies NONE = new Replies(List.of());

  private final List<Reply> newestFirst;

  private Replies(List<Reply> newestFirst) {
    this.newestFirst = newestFirst;
  }

  static Replies of(List<Reply> newestFirst) {
    return newestFirst.isEmpty() ? NONE : new Replies(List.copyOf(newestFirst));
  }

  Replies with(RequestId request, byte[] bytes, int limit) {
    Reply[] replies = new Reply[Math.min(limit, newestFirst.size() + 1)];
    replies[0] = new Reply(request, bytes);
    int count = 1;
    int known = newestFirst.size();
    for (int i = 0; i < known && count < replies.length; i++) { // an iterator costs more
      Reply reply = newestFirst.get(i);
      if (!reply.request().equals(request)) {
        replies[count++] = reply;
      }
    }
    return new Replies(List.of(count < replies.length ? Arrays.copyOf(replies, count) : replies));
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

  List<Reply> newestFirst() {
    return newestFirst;
  }
}
