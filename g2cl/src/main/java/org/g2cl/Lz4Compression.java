package org.g2cl;

import java.nio.ByteBuffer;
import java.util.Arrays;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;

/**
 * LZ4 blocks by the optional library at.yawk.lz4:lz4-java, in its pure Java form that checks every
 * bound.
 */
final class Lz4Compression extends Compression {
  private static final int BEST_RATIO = 255;
  private static final String LIBRARY = "net.jpountz.lz4.LZ4Factory";

  private final String missing = findLibrary();

  Lz4Compression() {
    super(2, "lz4", BEST_RATIO);
  }

  @Override
  String missing() {
    return missing;
  }

  private static String findLibrary() {
    try {
      Class.forName(LIBRARY, false, Lz4Compression.class.getClassLoader());
      return null;
    } catch (ClassNotFoundException e) {
      return "the library at.yawk.lz4:lz4-java is not on the class path; add it, or use deflate";
    }
  }

  @Override
  byte[] compress(byte[] source, int head) {
    return Library.compress(source, head);
  }

  @Override
  byte[] decompress(ByteBuffer source, int length) throws MalformedFrameException {
    byte[] compressed = new byte[source.remaining()];
    source.get(compressed);
    return Library.decompress(compressed, length);
  }

  /**
   * All that names a class of the library, which is optional: to verify a method that catches its
   * exception the JVM loads that.
   */
  private static final class Library {
    private static final LZ4Factory FACTORY = LZ4Factory.safeInstance();

    static byte[] compress(byte[] source, int head) {
      byte[] target = new byte[source.length + head];
      try {
        int count =
            FACTORY
                .fastCompressor()
                .compress(source, 0, source.length, target, head, source.length);
        return head + count < source.length ? Arrays.copyOf(target, head + count) : null;
      } catch (LZ4Exception e) { // no room: it gets longer
        return null;
      }
    }

    static byte[] decompress(byte[] compressed, int length) throws MalformedFrameException {
      byte[] target = new byte[length];
      try {
        int count =
            FACTORY
                .safeDecompressor()
                .decompress(compressed, 0, compressed.length, target, 0, length);
        if (count == length) {
          return target;
        }
      } catch (LZ4Exception e) {
        throw new MalformedFrameException("compressed bytes are damaged: " + e.getMessage());
      }
      throw new MalformedFrameException("compressed bytes are not " + length + " bytes");
    }
  }
}
