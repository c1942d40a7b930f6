package org.g2cl.cmi.tomee;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.g2cl.propagation.RequestId;

/**
 * Replies that calls on this server have stored last, so that a request which comes again need not
 * wait for others of its session to be answered; not thread-safe.
 *
 * <p>Such a reply may be repeated whatever has become of the session since, and whoever owns it
 * now: it is kept only when the call has ended, and its change counts, so the first attempt was
 * given that very answer. To give it again is as if the network had held the first one up until
 * now, which the client must bear anyhow. So nobody is asked whether this server still owns the
 * session, was fenced, or is in the primary part of its group. What is not found here is not known
 * to be unexecuted: it goes the way of every request.
 */
final class RecentReplies {
  /** What an entry takes besides its reply, roughly. */
  private static final int OVERHEAD = 300;

  /** Part of the memory over which a reply is not kept, since many others would have to leave. */
  private static final int LARGEST = 8;

  private final long mostBytes;
  private final Map<Key, byte[]> replies = new LinkedHashMap<>();
  private long bytes;

  private record Key(String session, RequestId request) {}

  /**
   * Creates an empty one.
   *
   * @param mostBytes memory that all take; the oldest leave first
   */
  RecentReplies(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Keeps a reply unless it is large. */
  void keep(String session, RequestId request, byte[] reply) {
    if (size(reply) > mostBytes / LARGEST) {
      return;
    }
    byte[] before = replies.put(new Key(session, request), reply);
    bytes += size(reply) - (before == null ? 0 : size(before));
    if (bytes > mostBytes) {
      forgetOldest();
    }
  }

  private void forgetOldest() {
    Iterator<byte[]> oldest = replies.values().iterator();
    while (bytes > mostBytes && oldest.hasNext()) {
      bytes -= size(oldest.next());
      oldest.remove();
    }
  }

  private static long size(byte[] reply) {
    return OVERHEAD + (long) reply.length;
  }

  /** Reply to a request that was executed here, or empty when none is known. */
  Optional<byte[]> to(String session, RequestId request) {
    return Optional.ofNullable(replies.get(new Key(session, request)));
  }
}
