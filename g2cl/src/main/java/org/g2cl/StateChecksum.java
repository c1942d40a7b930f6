package org.g2cl;

import java.util.zip.Adler32;
import java.util.zip.CRC32;

/** Checksum of 64 bits that tells whether two members wrote the same bytes; of what Java 8 has. */
final class StateChecksum {
  private final CRC32 high = new CRC32();
  private final Adler32 low = new Adler32();

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
