package org.g2cl;

import java.nio.ByteBuffer;

/** Tag and bytes of the values that can cross by themselves. */
final class SimpleCodec implements ValueCodec<Object> {
  static final SimpleCodec INSTANCE = new SimpleCodec();

  private SimpleCodec() {}

  @Override
  public byte[] write(Object value) {
    int tag = Values.tag(value);
    byte[] bytes = Values.bytes(tag, value);
    byte[] tagged = new byte[1 + bytes.length];
    tagged[0] = (byte) tag;
    System.arraycopy(bytes, 0, tagged, 1, bytes.length);
    return tagged;
  }

  @Override
  public Object read(byte[] bytes) {
    try {
      ByteBuffer source = ByteBuffer.wrap(bytes);
      if (!source.hasRemaining()) {
        throw new MalformedFrameException("tag is missing");
      }
      return Values.read(source.get(), source);
    } catch (MalformedFrameException e) {
      throw new IllegalArgumentException("not a value: " + e.getMessage(), e);
    }
  }
}
