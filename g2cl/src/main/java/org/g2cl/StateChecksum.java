package org.g2cl;

import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** Checksum of 64 bits that tells whether two members wrote the same bytes; quick, not secret. */
final class StateChecksum {
  private final CRC32 high = new CRC32();
  private final CRC32C low = new CRC32C();

  void update(byte[] bytes, int offset, int length) {
    high.update(bytes, offset, length);
    low.update(bytes, offset, length);
  }

  void update(java.nio.ByteBuffer bytes) {
    high.update(bytes.duplicate());
    low.update(bytes.duplicate());
  }

  long value() {
    return high.getValue() << Integer.SIZE | low.getValue();
  }
}
