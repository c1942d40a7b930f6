package org.g2cl;

import java.net.SocketAddress;
import java.nio.ByteBuffer;

/**
 * Format of what crosses the network, version 1.
 *
 * <pre>
 * byte 0    version
 * byte 1    service id
 * byte 2    low half: type; high half: order of delivery
 * byte 3    kind of value of a reply, else 0
 * 1-9 bytes correlation id, only with request, reply and error: 7 bits a byte, lowest first
 * the rest  the application's bytes
 * </pre>
 *
 * A plain message costs 4 bytes on top of its own, any other at most 13.
 */
final class Frame {
  static final int VERSION = 1;
  static final int MAX_SERVICE_ID = 255;

  /** Most bytes of an application's message that are sent or taken. */
  static final int MAX_PAYLOAD = 64 * 1024 * 1024;

  /** Most bytes of a frame with what decorators add; what says that it is larger is no frame. */
  static final int MAX_FRAME = MAX_PAYLOAD + 64 * 1024;

  private static final int FIXED = 4;
  private static final int MAX_HEADER = FIXED + Varint.MAX_LENGTH;

  private Frame() {}

  /**
   * Makes what comes before the application's bytes.
   *
   * @param size number of these
   */
  static byte[] head(Header header, int serviceId, Order order, int size) {
    if (size > MAX_PAYLOAD) {
      throw new IllegalArgumentException(
          "message has %d bytes, at most %d are allowed; send it in parts"
              .formatted(size, MAX_PAYLOAD));
    }
    boolean correlated = header.correlated();
    byte[] head = new byte[FIXED + (correlated ? Varint.length(header.correlation()) : 0)];
    head[0] = VERSION;
    head[1] = (byte) serviceId;
    head[2] = (byte) (header.type() | (order.code() << 4));
    head[3] = (byte) header.tag();
    if (correlated) {
      Varint.write(head, FIXED, header.correlation());
    }
    return head;
  }

  /** Reads a frame, which is a part of an array that the message shares. */
  static G2CLMessage decode(byte[] array, int at, int length, SocketAddress sender)
      throws MalformedFrameException {
    if (length < FIXED) {
      throw new MalformedFrameException("truncated header");
    }
    if (length > MAX_PAYLOAD + MAX_HEADER) {
      throw new MalformedFrameException("oversized frame");
    }
    if (array[at] != VERSION) {
      throw unknown(array[at]);
    }
    int serviceId = array[at + 1] & 0xff;
    int kind = array[at + 2] & 0xff;
    int tag = array[at + 3] & 0xff;
    int type = kind & 0x0f;
    int order = kind >>> 4;
    if (!Header.known(type) || order >= Order.count()) {
      throw new MalformedFrameException("unknown type or order " + kind);
    }
    long correlation = 0;
    int body = at + FIXED;
    if (type >= Header.REQUEST) {
      ByteBuffer rest = ByteBuffer.wrap(array, body, length - FIXED);
      correlation = Varint.read(rest);
      body = rest.position();
    }
    Header header = Header.received(serviceId, type, Order.at(order), tag, correlation);
    return new G2CLMessage(null, sender, header, array, body, at + length - body);
  }

  private static MismatchException unknown(int version) {
    return new MismatchException(
        version == Envelope.MAGIC
            ? "it is encrypted, and this member has no key; give it the secret of the others"
            : "unknown version " + version + "; members with other decorators or another release?");
  }
}
