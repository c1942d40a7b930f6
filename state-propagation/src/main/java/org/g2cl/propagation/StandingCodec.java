package org.g2cl.propagation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Binary format of {@link Standing}s and {@link Formation}s. */
final class StandingCodec {
  /** Members of a view at most. */
  private static final int MAX_MEMBERS = 4_096;

  private StandingCodec() {}

  static byte[] encode(Standing standing) {
    WireWriter out = new WireWriter(64).i64(standing.token());
    write(out, standing.last());
    out.u8(standing.tried().size());
    standing.tried().forEach(tried -> write(out, tried));
    write(out, standing.last().lives());
    standing.tried().forEach(tried -> write(out, tried.lives()));
    write(out, standing.left());
    return out.toBytes();
  }

  static Standing decode(byte[] bytes) throws MalformedFrameException {
    WireReader in = new WireReader(ByteBuffer.wrap(bytes));
    long token = in.i64();
    Formation last = read(in);
    int count = in.u8();
    List<Formation> tried = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tried.add(read(in));
    }
    last = readLives(in, last);
    for (int i = 0; i < count; i++) {
      tried.set(i, readLives(in, tried.get(i)));
    }
    return new Standing(token, last, tried, in.hasMore() ? readTokens(in) : List.of());
  }

  /** Without the lives, which earlier releases do not know: they come last in each frame. */
  static void write(WireWriter out, Formation formation) {
    write(out.i64(formation.number()).i64(formation.peak()), formation.members());
  }

  static void write(WireWriter out, List<Long> tokens) {
    out.i64(tokens.size());
    tokens.forEach(out::i64);
  }

  static Formation read(WireReader in) throws MalformedFrameException {
    long number = in.count();
    int peak = (int) Math.min(in.count(), MAX_MEMBERS);
    return new Formation(number, readTokens(in), peak, List.of());
  }

  /** The formation with its lives, which the frame of an earlier release has not. */
  static Formation readLives(WireReader in, Formation formation) throws MalformedFrameException {
    return in.hasMore() ? formation.withLives(readTokens(in)) : formation;
  }

  static List<Long> readTokens(WireReader in) throws MalformedFrameException {
    long count = in.count();
    if (count > MAX_MEMBERS) {
      throw new MalformedFrameException(
          "primary view has %d members; allowed are %d".formatted(count, MAX_MEMBERS));
    }
    List<Long> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(in.i64());
    }
    return List.copyOf(members);
  }
}
