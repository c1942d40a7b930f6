package org.g2cl.jgcs.spread;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Decoder of the frames of a daemon; what is not one ends the stream.
 *
 * <p>The destinations of messages are passed over: nobody needs them.
 */
final class FrameReader {
  /** More than the 144,000 bytes that a daemon ever sends behind a header. */
  static final int MOST_BYTES = 200_000;

  private static final int GROUPS_AT = 36;
  private static final int HINT_AT = 40;
  private static final int LENGTH_AT = 44;
  private static final int NAME_AT = 4;
  private static final int APPLICATION_SHIFT = 8;
  private static final int APPLICATION_MASK = 0xffff;

  private final WireInput in;
  private final byte[] header = new byte[Frame.HEADER_BYTES];

  FrameReader(WireInput in) {
    this.in = in;
  }

  /**
   * Reads the next frame.
   *
   * @throws MalformedFrameException when the bytes are not of the protocol; nothing can be read
   *     after that
   * @throws java.io.EOFException at the end of the stream, also within a frame
   */
  Frame read() throws IOException {
    in.readFully(header, 0, header.length);
    ByteOrder order = order(0);
    ByteBuffer words = ByteBuffer.wrap(header).order(order);
    int type = words.getInt(0) & ~Bits.BYTE_ORDER_MARK;
    int groupCount = words.getInt(GROUPS_AT);
    int length = words.getInt(LENGTH_AT);
    check(groupCount, length);
    String about = Names.get(header, NAME_AT);
    int application = application();
    int rejected = (type & Bits.REJECT) == 0 ? 0 : rejected(order);
    byte[] names = new byte[groupCount * Names.BYTES];
    in.readFully(names, 0, names.length);
    List<String> members = (type & Bits.REGULAR_MEMBERSHIP) != 0 ? names(names) : List.of();
    byte[] data = new byte[length];
    in.readFully(data, 0, length);
    return new Frame(type | rejected, about, members, application, order, data);
  }

  /** Type of what the daemon refuses. */
  private int rejected(ByteOrder order) throws IOException {
    byte[] word = new byte[Integer.BYTES];
    in.readFully(word, 0, word.length);
    return ByteBuffer.wrap(word).order(order).getInt() & ~Bits.BYTE_ORDER_MARK;
  }

  /** The mark is at both ends of the word, so it is where it is in either order. */
  private ByteOrder order(int at) throws MalformedFrameException {
    boolean little = header[at] < 0;
    if (little != header[at + Integer.BYTES - 1] < 0) {
      throw new MalformedFrameException(
          "the byte-order mark of a frame is broken: 0x%08x"
              .formatted(ByteBuffer.wrap(header).getInt(at)));
    }
    return little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
  }

  /** The hint keeps the order of the host that sent it first. */
  private int application() {
    ByteOrder order = header[HINT_AT] < 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    int hint = ByteBuffer.wrap(header).order(order).getInt(HINT_AT);
    return (hint >> APPLICATION_SHIFT) & APPLICATION_MASK;
  }

  private static void check(int groups, int length) throws MalformedFrameException {
    boolean tooLong = (long) groups * Names.BYTES + length > MOST_BYTES;
    if (groups < 0 || length < 0 || tooLong) {
      throw new MalformedFrameException(
          "a frame announces %d groups and %d bytes; no daemon sends more than %d in all"
              .formatted(groups, length, MOST_BYTES));
    }
  }

  private static List<String> names(byte[] bytes) throws MalformedFrameException {
    List<String> names = new ArrayList<>(bytes.length / Names.BYTES);
    for (int at = 0; at < bytes.length; at += Names.BYTES) {
      names.add(Names.get(bytes, at));
    }
    return names;
  }
}
