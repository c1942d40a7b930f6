package org.g2cl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Deflate of the JDK, at its quickest level, without the zlib wrapper. */
final class DeflateCompression extends Compression {
  private static final int BEST_RATIO = 1032;

  DeflateCompression() {
    super(1, "deflate", BEST_RATIO);
  }

  @Override
  byte[] compress(byte[] source, int head) {
    Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
    try {
      byte[] target = new byte[source.length + head];
      deflater.setInput(source);
      deflater.finish();
      int end = head + deflater.deflate(target, head, source.length);
      return deflater.finished() && end < source.length ? Arrays.copyOf(target, end) : null;
    } finally {
      deflater.end();
    }
  }

  @Override
  byte[] decompress(ByteBuffer source, int length) throws MalformedFrameException {
    Inflater inflater = new Inflater(true);
    try {
      byte[] target = new byte[length];
      inflater.setInput(source);
      int count = inflate(inflater, target);
      boolean ended = inflater.finished() || inflate(inflater, new byte[1]) == 0;
      if (count != length || !ended || !inflater.finished()) {
        throw new MalformedFrameException("compressed bytes are not " + length + " bytes");
      }
      return target;
    } catch (DataFormatException e) {
      throw new MalformedFrameException("compressed bytes are damaged: " + e.getMessage());
    } finally {
      inflater.end();
    }
  }

  private static int inflate(Inflater inflater, byte[] target) throws DataFormatException {
    int at = 0;
    while (at < target.length && !inflater.finished()) {
      int count = inflater.inflate(target, at, target.length - at);
      if (count == 0) {
        break;
      }
      at += count;
    }
    return at;
  }
}
