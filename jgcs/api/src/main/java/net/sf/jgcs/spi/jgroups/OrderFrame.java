package net.sf.jgcs.spi.jgroups;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * Messages by which members agree on what they delivered, as bytes after the kind, which JGroups'
 * header carries. All begin with a version of one byte; numbers have the higher byte first.
 *
 * <pre>
 * here        nothing: the sender knows of these messages
 * report      view (8), number of places (1), each: coordinator (16), view, from, position (8 each)
 * request     lacking member (16), coordinator (16), after which position (8), up to which (8)
 * message     coordinator (16), position (8), message as the coordinator cast it
 * end         coordinator (16), position (8): that was all
 * open        nothing: all came equally far, or those that did not were given up
 * ask         0 (8), for builds to which this is a position that they have: cast by a coordinator
 *             that waits before it leaves until all have got it
 * reached     nothing: the member has got that, and so all that the coordinator cast before
 * goes on     nothing: some still give others what those lack, and the new coordinator waits
 * </pre>
 *
 * @param <A> address of a member
 */
final class OrderFrame<A> {
  /** What a message says. */
  enum Kind {
    HERE(1),
    REPORT(2),
    REQUEST(3),
    MESSAGE(4),
    END(5),
    OPEN(6),
    ASK(7),
    REACHED(8),
    GOES_ON(9);

    final int code;

    Kind(int code) {
      this.code = code;
    }

    /** Null for one of later builds. */
    static Kind of(int code) {
      return Arrays.stream(values()).filter(kind -> kind.code == code).findFirst().orElse(null);
    }
  }

  private static final byte VERSION = 1;
  private static final int ADDRESS = 16;

  private final Function<A, byte[]> toBytes;
  private final Function<byte[], A> fromBytes;

  OrderFrame(Function<A, byte[]> toBytes, Function<byte[], A> fromBytes) {
    this.toBytes = toBytes;
    this.fromBytes = fromBytes;
  }

  /** How far a member came, and the view in which it began to follow the present coordinator. */
  record Report<A>(long view, List<OrderPlace<A>> places) {}

  byte[] empty() {
    return new byte[] {VERSION};
  }

  byte[] report(Report<A> report) {
    int places = report.places.size();
    int length = 1 + Long.BYTES + 1 + places * (ADDRESS + 3 * Long.BYTES);
    ByteBuffer out = ByteBuffer.allocate(length).put(VERSION).putLong(report.view);
    out.put((byte) places);
    for (OrderPlace<A> each : report.places) {
      out.put(toBytes.apply(each.coordinator()));
      out.putLong(each.view()).putLong(each.from()).putLong(each.position());
    }
    return out.array();
  }

  byte[] request(HandOver<A> wanted) {
    return ByteBuffer.allocate(1 + 2 * ADDRESS + 2 * Long.BYTES)
        .put(VERSION)
        .put(toBytes.apply(wanted.lacking()))
        .put(toBytes.apply(wanted.coordinator()))
        .putLong(wanted.after())
        .putLong(wanted.upTo())
        .array();
  }

  byte[] message(OrderTail.Entry<A> entry) {
    return ByteBuffer.allocate(1 + ADDRESS + Long.BYTES + entry.message().remaining())
        .put(VERSION)
        .put(toBytes.apply(entry.coordinator()))
        .putLong(entry.position())
        .put(entry.message().duplicate())
        .array();
  }

  byte[] end(A coordinator, long position) {
    return ByteBuffer.allocate(1 + ADDRESS + Long.BYTES)
        .put(VERSION)
        .put(toBytes.apply(coordinator))
        .putLong(position)
        .array();
  }

  byte[] ask() {
    return ByteBuffer.allocate(1 + Long.BYTES).put(VERSION).array();
  }

  /**
   * What follows the version.
   *
   * @return null for a version of later builds
   * @throws BufferUnderflowException when there is none
   */
  static ByteBuffer body(ByteBuffer content) {
    return content.get() == VERSION ? content : null;
  }

  Report<A> readReport(ByteBuffer in) {
    long view = in.getLong();
    int count = Byte.toUnsignedInt(in.get());
    List<OrderPlace<A>> places = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      places.add(new OrderPlace<>(address(in), in.getLong(), in.getLong(), in.getLong()));
    }
    return new Report<>(view, List.copyOf(places));
  }

  HandOver<A> readRequest(ByteBuffer in, A holder) {
    return new HandOver<>(holder, address(in), address(in), in.getLong(), in.getLong());
  }

  /** A message, or an end, which has an empty one. */
  OrderTail.Entry<A> readEntry(ByteBuffer in) {
    A coordinator = address(in);
    long position = in.getLong();
    return new OrderTail.Entry<>(coordinator, position, in.slice());
  }

  private A address(ByteBuffer in) {
    byte[] bytes = new byte[ADDRESS];
    in.get(bytes);
    return fromBytes.apply(bytes);
  }
}
