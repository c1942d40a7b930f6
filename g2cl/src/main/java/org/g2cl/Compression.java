package org.g2cl;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;

/** Algorithm of a {@link CompressDataSession}; thread-safe. */
abstract class Compression {
  private static final int SLACK = 64;

  private final int code;
  private final String name;
  private final int bestRatio;

  /**
   * Creates one.
   *
   * @param code what stands for it in a frame
   * @param name what stands for it in settings
   * @param bestRatio how many bytes one compressed byte can stand for at most
   */
  Compression(int code, String name, int bestRatio) {
    this.code = code;
    this.name = name;
    this.bestRatio = bestRatio;
  }

  /** Compresses into an array with that much room at its head; null when it gets no shorter. */
  abstract byte[] compress(byte[] source, int head);

  /** Restores exactly that many bytes. */
  abstract byte[] decompress(ByteBuffer source, int length) throws MalformedFrameException;

  /** Why it cannot be used here, or null when it can. */
  String missing() {
    return null;
  }

  final int code() {
    return code;
  }

  /** Most bytes that so many compressed ones can stand for. */
  final long longest(int compressed) {
    return (long) compressed * bestRatio + SLACK;
  }

  /** Algorithm of that name in settings, or null. */
  static Compression named(String name) {
    return find(compression -> compression.name.equals(name));
  }

  /** Algorithm of that code in a frame. */
  static Compression of(int code) throws MalformedFrameException {
    Compression found = find(compression -> compression.code == code);
    if (found == null) {
      throw new MalformedFrameException("unknown compression " + code);
    }
    if (found.missing() != null) {
      throw new MismatchException("it is compressed by " + found.name + "; " + found.missing());
    }
    return found;
  }

  private static Compression find(Predicate<Compression> condition) {
    return All.LIST.stream().filter(condition).findAny().orElse(null);
  }

  /** Apart, since a class must not create its subclasses while it is being loaded. */
  private static final class All {
    static final List<Compression> LIST = List.of(new DeflateCompression(), new Lz4Compression());
  }
}
