package org.g2cl.propagation;

import java.nio.ByteBuffer;
import org.g2cl.propagation.Frame.Claim;
import org.g2cl.propagation.Frame.Copy;
import org.g2cl.propagation.Frame.Decision;
import org.g2cl.propagation.Frame.Drop;
import org.g2cl.propagation.Frame.Have;
import org.g2cl.propagation.Frame.Leaving;
import org.g2cl.propagation.Frame.PatchFrame;
import org.g2cl.propagation.Frame.Touch;
import org.g2cl.propagation.Frame.UpdateFrame;

/**
 * Binary format of {@link Frame}s: version, kind, fields. Bytes behind the last known field are
 * ignored, so that a later release can add some. The version is that of the format which a reader
 * must know; what is new is sent only to members that have told that they know it, see {@link
 * Releases}.
 */
final class FrameCodec {
  private static final int VERSION = 1;

  private static final int CLAIM = 1;
  private static final int UPDATE = 2;
  private static final int COPY = 3;
  private static final int DECISION = 4;
  private static final int DROP = 5;
  private static final int HAVE = 6;
  private static final int TOUCH = 7;
  private static final int LEAVING = 8;
  private static final int PATCH = 9;

  /** Room for the numbers and lengths of any frame. */
  private static final int FIXED = 96;

  private FrameCodec() {}

  static byte[] encode(Frame frame) {
    if (frame instanceof UpdateFrame update) {
      return update(update);
    } else if (frame instanceof PatchFrame patch) {
      return patch(patch);
    } else if (frame instanceof Copy copy) {
      return copy(copy);
    } else if (frame instanceof Claim claim) {
      return of(CLAIM, claim, claim.epoch()).stamp(claim.held()).stamp(claim.undecided()).toBytes();
    } else if (frame instanceof Decision decision) {
      return start(DECISION, decision.session(), 0)
          .stamp(decision.stamp())
          .u8(decision.committed() ? 1 : 0)
          .toBytes();
    } else if (frame instanceof Drop drop) {
      return of(DROP, drop, drop.epoch()).stamp(drop.upTo()).toBytes();
    } else if (frame instanceof Have have) {
      return of(HAVE, have, have.epoch()).stamp(have.held()).stamp(have.undecided()).toBytes();
    } else if (frame instanceof Touch touch) {
      return of(TOUCH, touch, touch.epoch()).i64(touch.idleMillis()).toBytes();
    } else {
      return new WireWriter(2).u8(VERSION).u8(LEAVING).toBytes();
    }
  }

  static Frame decode(ByteBuffer bytes) throws MalformedFrameException {
    WireReader in = new WireReader(bytes);
    int version = in.u8();
    if (version != VERSION) {
      throw new MalformedFrameException(
          "frame has version %d; this member understands %d".formatted(version, VERSION));
    }
    int kind = in.u8();
    return switch (kind) {
      case CLAIM -> new Claim(session(in), in.count(), in.stamp(), in.stamp());
      case UPDATE ->
          new UpdateFrame(session(in), in.stamp(), in.flag(), ContentCodec.readChange(in));
      case PATCH -> new PatchFrame(session(in), in.stamp(), in.flag(), ContentCodec.readPatch(in));
      case COPY -> new Copy(session(in), in.count(), in.flag(), ContentCodec.readSnapshot(in));
      case DECISION -> new Decision(session(in), in.stamp(), in.flag());
      case DROP -> new Drop(session(in), in.count(), in.stamp());
      case HAVE -> new Have(session(in), in.count(), in.stamp(), in.stamp());
      case TOUCH -> new Touch(session(in), in.count(), in.count());
      case LEAVING -> new Leaving();
      default -> throw new MalformedFrameException("frame is of unknown kind " + kind);
    };
  }

  private static byte[] update(UpdateFrame update) {
    WireWriter out = start(UPDATE, update.session(), ContentCodec.size(update.change()));
    out.stamp(update.base()).u8(update.undecided() ? 1 : 0);
    ContentCodec.write(out, update.change());
    return out.toBytes();
  }

  private static byte[] patch(PatchFrame frame) {
    WireWriter out = start(PATCH, frame.session(), ContentCodec.size(frame.patch()));
    out.stamp(frame.base()).u8(frame.undecided() ? 1 : 0);
    ContentCodec.write(out, frame.patch());
    return out.toBytes();
  }

  private static byte[] copy(Copy copy) {
    WireWriter out = start(COPY, copy.session(), ContentCodec.size(copy.content()));
    out.i64(copy.epoch()).u8(copy.orphan() ? 1 : 0);
    ContentCodec.write(out, copy.content());
    return out.toBytes();
  }

  private static WireWriter of(int kind, Frame.OfSession frame, long epoch) {
    return start(kind, frame.session(), 0).i64(epoch);
  }

  private static WireWriter start(int kind, SessionId session, int contentSize) {
    String id = session.value();
    return new WireWriter(FIXED + id.length() + contentSize).u8(VERSION).u8(kind).text(id);
  }

  private static SessionId session(WireReader in) throws MalformedFrameException {
    try {
      return new SessionId(in.text());
    } catch (IllegalArgumentException wrong) {
      throw new MalformedFrameException(wrong.getMessage());
    }
  }
}
