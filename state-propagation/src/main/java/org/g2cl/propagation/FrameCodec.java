package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.propagation.Frame.Attempt;
import org.g2cl.propagation.Frame.Census;
import org.g2cl.propagation.Frame.Claim;
import org.g2cl.propagation.Frame.Copy;
import org.g2cl.propagation.Frame.Decision;
import org.g2cl.propagation.Frame.Drop;
import org.g2cl.propagation.Frame.Early;
import org.g2cl.propagation.Frame.Floor;
import org.g2cl.propagation.Frame.Formed;
import org.g2cl.propagation.Frame.Have;
import org.g2cl.propagation.Frame.Leaving;
import org.g2cl.propagation.Frame.Minority;
import org.g2cl.propagation.Frame.PatchFrame;
import org.g2cl.propagation.Frame.Release;
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
  private static final int FLOOR = 10;
  private static final int CENSUS = 11;
  private static final int ATTEMPT = 12;
  private static final int FORMED = 13;
  private static final int MINORITY = 14;
  private static final int RELEASE = 15;
  private static final int EARLY = 16;

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
    } else if (frame instanceof Release release) {
      return of(RELEASE, release, release.epoch()).toBytes();
    } else if (frame instanceof Floor floor) {
      return floor(start(FLOOR, floor.session(), 0), floor).toBytes();
    } else {
      return ofGroup(frame);
    }
  }

  private static byte[] ofGroup(Frame frame) {
    WireWriter out = new WireWriter(FIXED).u8(VERSION);
    if (frame instanceof Attempt attempt) {
      StandingCodec.write(out.u8(ATTEMPT), attempt.formation());
      StandingCodec.write(out, attempt.byRank());
      StandingCodec.write(out.u8(attempt.all() ? 1 : 0), attempt.asked());
    } else if (frame instanceof Minority minority) {
      StandingCodec.write(out.u8(MINORITY), minority.latest());
      StandingCodec.write(out, minority.byRank());
    } else if (frame instanceof Formed formed) {
      StandingCodec.write(out.u8(FORMED).i64(formed.previous()), formed.formation());
      write(out, formed.floors());
    } else if (frame instanceof Early) {
      out.u8(EARLY);
    } else if (frame instanceof Census) {
      out.u8(CENSUS);
    } else if (frame instanceof Leaving) {
      out.u8(LEAVING);
    } else {
      throw new IllegalStateException(frame + " has no form; FrameCodec must be told of its kind");
    }
    return out.toBytes();
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
      case RELEASE -> new Release(session(in), in.count());
      case FLOOR -> floor(session(in), in);
      case CENSUS -> new Census();
      case ATTEMPT ->
          new Attempt(
              StandingCodec.read(in),
              StandingCodec.readTokens(in),
              in.flag(),
              StandingCodec.readTokens(in));
      case FORMED -> formed(in);
      case MINORITY -> new Minority(StandingCodec.read(in), StandingCodec.readTokens(in));
      case LEAVING -> new Leaving();
      case EARLY -> new Early();
      default -> throw new MalformedFrameException("frame is of unknown kind " + kind);
    };
  }

  private static Formed formed(WireReader in) throws MalformedFrameException {
    long previous = in.count();
    return new Formed(StandingCodec.read(in), previous, readFloors(in));
  }

  /** Answer to an {@link Attempt}: the verdict, and the floors that the member has heard of. */
  static byte[] agreement(Verdict verdict, List<Floor> floors) {
    WireWriter out = new WireWriter(FIXED * (1 + floors.size()));
    for (byte part : verdict.bytes()) {
      out.u8(part & 0xff);
    }
    return write(out, floors).toBytes();
  }

  /** Floors of an answer to an {@link Attempt} that is an acknowledgement. */
  static List<Floor> floorsOf(byte[] agreement) throws MalformedFrameException {
    WireReader in = new WireReader(ByteBuffer.wrap(agreement));
    for (int i = 0; i < Verdict.ACK.bytes().length; i++) {
      in.u8();
    }
    return readFloors(in);
  }

  private static WireWriter write(WireWriter out, List<Floor> floors) {
    out.i64(floors.size());
    floors.forEach(floor -> floor(out.text(floor.session().value()), floor));
    floors.forEach(floor -> out.i64(floor.idleMillis())); // last, as older members know none
    return out;
  }

  private static List<Floor> readFloors(WireReader in) throws MalformedFrameException {
    long count = in.count();
    List<Floor> floors = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      floors.add(floor(session(in), in));
    }
    return in.hasMore() ? aged(floors, in) : floors;
  }

  private static List<Floor> aged(List<Floor> floors, WireReader in)
      throws MalformedFrameException {
    List<Floor> aged = new ArrayList<>(floors.size());
    for (Floor floor : floors) {
      aged.add(
          new Floor(floor.session(), floor.epoch(), floor.stamp(), floor.holders(), in.count()));
    }
    return aged;
  }

  private static WireWriter floor(WireWriter out, Floor floor) {
    StandingCodec.write(out.i64(floor.epoch()).stamp(floor.stamp()), floor.holders());
    return out;
  }

  private static Floor floor(SessionId session, WireReader in) throws MalformedFrameException {
    return new Floor(session, in.count(), in.stamp(), StandingCodec.readTokens(in));
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
