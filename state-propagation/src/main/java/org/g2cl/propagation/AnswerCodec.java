package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.List;

/** Binary format of {@link Answer}s. */
final class AnswerCodec {
  private static final int FIXED = 64;

  private AnswerCodec() {}

  static byte[] encode(Answer answer) {
    Snapshot better = answer.better();
    WireWriter out = new WireWriter(FIXED + (better == null ? 0 : ContentCodec.size(better)));
    out.u8(answer.accepted() ? 1 : 0)
        .i64(answer.epoch())
        .stamp(answer.held())
        .stamp(answer.undecided())
        .u8(better == null ? 0 : 1);
    if (better != null) {
      ContentCodec.write(out, better);
    }
    StandingCodec.write(out.stamp(answer.floor()), answer.floorHolders());
    return out.toBytes();
  }

  static Answer decode(byte[] bytes) throws MalformedFrameException {
    WireReader in = new WireReader(ByteBuffer.wrap(bytes));
    boolean accepted = in.flag();
    long epoch = in.count();
    Stamp held = in.stamp();
    Stamp undecided = in.stamp();
    Snapshot better = in.flag() ? ContentCodec.readSnapshot(in) : null;
    boolean floor = in.hasMore(); // members of release 2 tell none
    return new Answer(
        accepted,
        epoch,
        held,
        undecided,
        better,
        floor ? in.stamp() : Stamp.NONE,
        floor ? StandingCodec.readTokens(in) : List.of());
  }
}
