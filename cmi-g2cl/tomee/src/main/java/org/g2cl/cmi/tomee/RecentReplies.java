package org.g2cl.cmi.tomee;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
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
 *
 * <p>All are in one array, which is written round and round: objects of their own would be moved by
 * each collection of garbage until they are old. Those with one hash are linked, the newest first.
 * A place is a count of all bytes written before; what was written over since is known by that.
 */
final class RecentReplies {
  /** Part of the memory over which a reply is not kept, since many others would have to leave. */
  private static final int LARGEST = 8;

  private static final int FIRST_BYTES = 1 << 13;
  private static final int CHAINS = 1 << 14;
  private static final long NONE = -1;

  // Of an entry: the place of the one before it in its chain, its hash, three lengths, and then
  // session, request and reply.
  private static final int HASH = 8;
  private static final int SESSION_LENGTH = 12;
  private static final int REQUEST_LENGTH = 16;
  private static final int REPLY_LENGTH = 20;
  private static final int HEADER = 24;

  private final int mostBytes;
  private final long[] newest = new long[CHAINS];
  private ByteBuffer entries;
  private long end;

  /**
   * Creates an empty one.
   *
   * @param mostBytes memory that all take; the oldest leave first
   */
  RecentReplies(int mostBytes) {
    this.mostBytes = mostBytes;
    this.entries = ByteBuffer.allocate(Math.min(FIRST_BYTES, mostBytes));
    Arrays.fill(newest, NONE);
  }

  /** Keeps a reply unless it is large; one of another length than before takes memory twice. */
  void keep(String session, RequestId request, byte[] reply) {
    byte[] sessionBytes = session.getBytes(UTF_8);
    byte[] requestBytes = request.value().getBytes(UTF_8);
    int size = HEADER + sessionBytes.length + requestBytes.length + reply.length;
    if (size > mostBytes / LARGEST) {
      return;
    }
    int hash = hash(session, request);
    long before = find(hash, sessionBytes, requestBytes);
    if (before != NONE && entries.getInt(at(before) + REPLY_LENGTH) == reply.length) {
      entries.put(at(before) + size - reply.length, reply);
      return;
    }
    int at = at(begin(size));
    entries.putLong(at, newest[chain(hash)]).putInt(at + HASH, hash);
    entries.putInt(at + SESSION_LENGTH, sessionBytes.length);
    entries.putInt(at + REQUEST_LENGTH, requestBytes.length);
    entries.putInt(at + REPLY_LENGTH, reply.length);
    entries.put(at + HEADER, sessionBytes);
    entries.put(at + HEADER + sessionBytes.length, requestBytes);
    entries.put(at + size - reply.length, reply);
    newest[chain(hash)] = end;
    end += size;
  }

  /** Sees to it that as many bytes are free from the end on, in a row. */
  private long begin(int size) {
    while (end + size > entries.capacity() && entries.capacity() < mostBytes) {
      int more = (int) Math.min(2L * entries.capacity(), mostBytes);
      entries = ByteBuffer.wrap(Arrays.copyOf(entries.array(), more));
    }
    int left = entries.capacity() - at(end);
    if (left < size) {
      end += left;
    }
    return end;
  }

  /** Reply to a request that was executed here, or empty when none is known. */
  Optional<byte[]> to(String session, RequestId request) {
    byte[] sessionBytes = session.getBytes(UTF_8);
    byte[] requestBytes = request.value().getBytes(UTF_8);
    long found = find(hash(session, request), sessionBytes, requestBytes);
    if (found == NONE) {
      return Optional.empty();
    }
    byte[] reply = new byte[entries.getInt(at(found) + REPLY_LENGTH)];
    entries.get(at(found) + HEADER + sessionBytes.length + requestBytes.length, reply);
    return Optional.of(reply);
  }

  private long find(int hash, byte[] session, byte[] request) {
    long place = newest[chain(hash)];
    while (place != NONE && end - place <= entries.capacity()) {
      if (isOf(at(place), hash, session, request)) {
        return place;
      }
      place = entries.getLong(at(place));
    }
    return NONE;
  }

  private boolean isOf(int at, int hash, byte[] session, byte[] request) {
    return entries.getInt(at + HASH) == hash
        && isThere(session, at + HEADER, entries.getInt(at + SESSION_LENGTH))
        && isThere(request, at + HEADER + session.length, entries.getInt(at + REQUEST_LENGTH));
  }

  private boolean isThere(byte[] key, int from, int length) {
    return Arrays.equals(key, 0, key.length, entries.array(), from, from + length);
  }

  private static int hash(String session, RequestId request) {
    int hash = 31 * session.hashCode() + request.hashCode();
    return hash ^ (hash >>> 16);
  }

  private static int chain(int hash) {
    return hash & (CHAINS - 1);
  }

  private int at(long place) {
    return (int) (place % entries.capacity());
  }
}
