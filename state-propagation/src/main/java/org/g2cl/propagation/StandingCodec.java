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
    write(out, standing.latest());
    out.u8(standing.tried().size());
    standing.tried().forEach(tried -> write(out, tried));
    write(out, standing.left());
    return out.i64(standing.seen()).i64(standing.changes()).toBytes();
  }

  static Standing decode(byte[] bytes) throws MalformedFrameException {
    WireReader in = new WireReader(ByteBuffer.wrap(bytes));
    long token = in.i64();
    Formation last = read(in);
    Formation latest = read(in);
    int count = in.u8();
    List<Formation> tried = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tried.add(read(in));
    }
    List<Long> left = readTokens(in);
    int seen = (int) Math.min(in.count(), MAX_MEMBERS);
    return new Standing(token, last, latest, tried, left, seen, in.count());
  }

  static void write(WireWriter out, Formation formation) {
    write(out.i64(formation.number()).i64(formation.peak()), formation.members());
    write(out, formation.lives());
  }

  static void write(WireWriter out, List<Long> tokens) {
    out.i64(tokens.size());
    tokens.forEach(out::i64);
  }

  static Formation read(WireReader in) throws MalformedFrameException {
    long number = in.count();
    int peak = (int) Math.min(in.count(), MAX_MEMBERS);
    return new Formation(number, readTokens(in), peak, readTokens(in));
  }

  static List<Long> readTokens(WireReader in) throws MalformedFrameException {
    long count = in.count();
    if (count > MAX_MEMBERS) {
      throw new MalformedFrameException(
          "list of members has %d entries; allowed are %d".formatted(count, MAX_MEMBERS));
    }
    List<Long> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      members.add(in.i64());
    }
    return List.copyOf(members);
  }
}
