package org.g2cl;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;

/**
 * Data session that compresses what is worth it.
 *
 * <p>A frame begins with one byte: 0 when the payload follows as it is, else the code of the {@link
 * Compression}, then the length of the payload, then the compressed bytes. So members with
 * different algorithms understand each other.
 */
final class CompressDataSession extends DataSessionDecorator {
  /** Messages shorter than this are not worth compressing, unless set otherwise. */
  static final int DEFAULT_MIN_SIZE = 512;

  private static final int AS_IS = 0;

  private final Compression compression;
  private final int minSize;

  CompressDataSession(
      DataSession below, DroppedFrames dropped, Compression compression, int minSize) {
    super(below, dropped);
    this.compression = compression;
    this.minSize = minSize;
  }

  @Override
  String name() {
    return Decorator.COMPRESS.settingName();
  }

  @Override
  public void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException {
    sendBelow(encode(message.getPayload()), service, context, annotations);
  }

  byte[] encode(byte[] payload) {
    byte[] packed = payload.length < minSize ? null : compress(payload);
    if (packed != null) {
      return packed;
    }
    byte[] frame = new byte[1 + payload.length];
    frame[0] = AS_IS;
    System.arraycopy(payload, 0, frame, 1, payload.length);
    return frame;
  }

  /** Null when it does not get shorter. */
  private byte[] compress(byte[] payload) {
    int header = 1 + Varint.length(payload.length);
    byte[] frame = compression.compress(payload, header);
    if (frame == null) {
      return null;
    }
    frame[0] = (byte) compression.code();
    Varint.write(frame, 1, payload.length);
    return frame;
  }

  @Override
  Object open(ByteBuffer payload, SocketAddress sender) throws MalformedFrameException {
    return deliver(decode(payload), sender);
  }

  static ByteBuffer decode(ByteBuffer frame) throws MalformedFrameException {
    if (!frame.hasRemaining()) {
      throw new MalformedFrameException("empty frame, compression byte is missing");
    }
    int code = frame.get();
    if (code == AS_IS) {
      return frame.slice();
    }
    Compression compression = Compression.of(code);
    long length = Varint.read(frame);
    if (length > Frame.MAX_FRAME || length > compression.longest(frame.remaining())) {
      throw new MalformedFrameException(
          "%d compressed bytes say that they were %d".formatted(frame.remaining(), length));
    }
    return ByteBuffer.wrap(compression.decompress(frame, (int) length));
  }
}
