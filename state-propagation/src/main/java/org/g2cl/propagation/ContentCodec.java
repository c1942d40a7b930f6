package org.g2cl.propagation;

import java.util.ArrayList;
import java.util.List;

/** Binary format of what frames and answers carry of a session. */
final class ContentCodec {
  private static final int MAX_REPLIES = 255;

  /**
   * Reply of a request whose reply was displaced. That travels as the reply to a request that
   * nobody makes, which members that do not know of it keep until it is displaced itself.
   */
  private static final byte[] NOTHING = {};

  /** Room for the numbers and lengths of a change. */
  private static final int FIXED = 32;

  private ContentCodec() {}

  static int size(Change change) {
    return change == null
        ? 0
        : FIXED + change.request().value().length() + size(change.reply()) + size(change.state());
  }

  static int size(Patch patch) {
    return FIXED + patch.request().value().length() + size(patch.reply()) + size(patch.delta());
  }

  static int size(Snapshot content) {
    int size = 3 * FIXED + content.bean().length() * 3 + size(content.state());
    for (Reply reply : content.replies().newestFirst()) {
      size += FIXED + reply.request().value().length() + reply.bytes().length;
    }
    for (RequestId request : content.replies().displaced()) {
      size += FIXED + request.value().length();
    }
    return size + size(content.undecided());
  }

  private static int size(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  static void write(WireWriter out, Change change) {
    out.stamp(change.stamp())
        .text(change.request().value())
        .bytes(change.reply())
        .bytes(change.state());
  }

  static Change readChange(WireReader in) throws MalformedFrameException {
    return new Change(in.stamp(), request(in), in.someBytes(), in.bytes());
  }

  static void write(WireWriter out, Patch patch) {
    out.stamp(patch.stamp())
        .text(patch.request().value())
        .bytes(patch.reply())
        .i32(patch.baseChecksum())
        .i32(patch.checksum())
        .bytes(patch.delta());
  }

  static Patch readPatch(WireReader in) throws MalformedFrameException {
    return new Patch(in.stamp(), request(in), in.someBytes(), in.i32(), in.i32(), in.bytes());
  }

  static void write(WireWriter out, Snapshot content) {
    out.text(content.bean())
        .i64(content.timeoutMillis())
        .i64(content.idleMillis())
        .stamp(content.stamp())
        .bytes(content.state());
    write(out, content.replies());
    out.u8(content.undecided() == null ? 0 : 1);
    if (content.undecided() != null) {
      write(out, content.undecided());
    }
  }

  private static void write(WireWriter out, Replies replies) {
    List<Reply> all = replies.newestFirst();
    List<Reply> sent = all.subList(0, Math.min(all.size(), MAX_REPLIES));
    List<RequestId> displaced = replies.displaced();
    displaced = displaced.subList(0, Math.min(displaced.size(), MAX_REPLIES - sent.size()));
    out.u8(sent.size() + displaced.size());
    for (Reply reply : sent) {
      out.text(reply.request().value()).bytes(reply.bytes());
    }
    for (RequestId request : displaced) {
      out.text(RequestId.DISPLACED + request.value()).bytes(NOTHING);
    }
  }

  static Snapshot readSnapshot(WireReader in) throws MalformedFrameException {
    return new Snapshot(
        in.text(),
        in.count(),
        in.count(),
        in.stamp(),
        in.bytes(),
        replies(in),
        in.flag() ? readChange(in) : null);
  }

  private static Replies replies(WireReader in) throws MalformedFrameException {
    int count = in.u8();
    List<Reply> replies = new ArrayList<>();
    List<RequestId> displaced = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RequestId request = request(in);
      byte[] reply = in.someBytes();
      if (request.value().startsWith(RequestId.DISPLACED)) {
        displaced.add(id(request.value().substring(RequestId.DISPLACED.length())));
      } else {
        replies.add(new Reply(request, reply));
      }
    }
    return Replies.of(replies, displaced);
  }

  private static RequestId request(WireReader in) throws MalformedFrameException {
    return id(in.text());
  }

  private static RequestId id(String text) throws MalformedFrameException {
    try {
      return new RequestId(text);
    } catch (IllegalArgumentException wrong) {
      throw new MalformedFrameException(wrong.getMessage());
    }
  }
}
