package org.g2cl.propagation;

import java.nio.ByteBuffer;

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
    return new Answer(
        in.flag(),
        in.count(),
        in.stamp(),
        in.stamp(),
        in.flag() ? ContentCodec.readSnapshot(in) : null,
        in.stamp(),
        StandingCodec.readTokens(in));
  }
}
