package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Binary format of {@link Answer}s. */
final class AnswerCodec {
  private static final int FIXED = 64;
  private static final int MAX_LOSSES = 1_000;

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
    if (!answer.losses().isEmpty()) {
      out.i64(answer.losses().size());
      answer.losses().forEach(loss -> out.text(loss.name()).i64(loss.millisAgo()));
    }
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
        floor ? StandingCodec.readTokens(in) : List.of(),
        in.hasMore() ? readLosses(in) : List.of());
  }

  private static List<Loss> readLosses(WireReader in) throws MalformedFrameException {
    long count = in.count();
    if (count > MAX_LOSSES) {
      throw new MalformedFrameException(
          "answer tells of %d members that were lost; allowed are %d".formatted(count, MAX_LOSSES));
    }
    List<Loss> losses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      losses.add(new Loss(in.text(), in.count()));
    }
    return List.copyOf(losses);
  }
}
