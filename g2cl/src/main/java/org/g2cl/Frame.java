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

  static byte[] encode(Header header, int serviceId, Order order, ByteBuffer body) {
    int fixed = FIXED + (header.correlated() ? Varint.length(header.correlation()) : 0);
    int size = body.remaining();
    if (size > MAX_PAYLOAD) {
      throw new IllegalArgumentException(
          "message has %d bytes, at most %d are allowed; send it in parts"
              .formatted(size, MAX_PAYLOAD));
    }
    byte[] frame = new byte[fixed + size];
    frame[0] = VERSION;
    frame[1] = (byte) serviceId;
    frame[2] = (byte) (header.type() | (order.code() << 4));
    frame[3] = (byte) header.tag();
    if (header.correlated()) {
      Varint.write(frame, FIXED, header.correlation());
    }
    body.get(body.position(), frame, fixed, size);
    return frame;
  }

  static G2CLMessage decode(ByteBuffer frame, SocketAddress sender) throws MalformedFrameException {
    if (frame.remaining() < FIXED) {
      throw new MalformedFrameException("truncated header");
    }
    if (frame.remaining() > MAX_PAYLOAD + MAX_HEADER) {
      throw new MalformedFrameException("oversized frame");
    }
    int version = frame.get();
    if (version != VERSION) {
      throw unknown(version);
    }
    Header header = header(frame);
    return new G2CLMessage(null, sender, header, frame.slice());
  }

  private static MismatchException unknown(int version) {
    return new MismatchException(
        version == Envelope.MAGIC
            ? "it is encrypted, and this member has no key; give it the secret of the others"
            : "unknown version " + version + "; members with other decorators or another release?");
  }

  private static Header header(ByteBuffer frame) throws MalformedFrameException {
    int serviceId = frame.get() & 0xff;
    int kind = frame.get() & 0xff;
    int tag = frame.get() & 0xff;
    int type = kind & 0x0f;
    int order = kind >>> 4;
    if (!Header.known(type) || order >= Order.count()) {
      throw new MalformedFrameException("unknown type or order " + kind);
    }
    long correlation = type >= Header.REQUEST ? Varint.read(frame) : 0;
    return new Header(serviceId, type, Order.at(order), tag, correlation);
  }
}
