package org.g2cl.jgcs.spread;

import java.nio.ByteBuffer;

/**
 * Head of a fragment, ahead of its part of the payload.
 *
 * @param id number of the message at its sender
 * @param total bytes of the whole payload
 * @param offset of this part in it
 */
record Fragment(int id, int total, int offset) {
  static final int HEAD_BYTES = 3 * Integer.BYTES;

  byte[] head() {
    return ByteBuffer.allocate(HEAD_BYTES).putInt(id).putInt(total).putInt(offset).array();
  }

  static Fragment of(byte[] data) throws MalformedFrameException {
    if (data.length <= HEAD_BYTES) {
      throw new MalformedFrameException("a fragment has %d bytes only".formatted(data.length));
    }
    ByteBuffer head = ByteBuffer.wrap(data);
    return new Fragment(head.getInt(), head.getInt(), head.getInt()).checked(data.length);
  }

  private Fragment checked(int dataLength) throws MalformedFrameException {
    if (total <= 0 || offset < 0 || (long) offset + dataLength - HEAD_BYTES > total) {
      throw new MalformedFrameException("%s of %d bytes is senseless".formatted(this, dataLength));
    }
    return this;
  }
}
