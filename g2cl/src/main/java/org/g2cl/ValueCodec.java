package org.g2cl;

/**
 * Form in which values of a type cross to other members; thread-safe.
 *
 * <p>The bytes must be the same for equal values, since members compare them. What reads them must
 * create nothing but what the type says: do not put Java serialization here without a filter.
 */
public interface ValueCodec<T> {
  /**
   * Writes a value.
   *
   * @param value never null
   * @throws IllegalArgumentException when it cannot cross
   */
  byte[] write(T value);

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException when the bytes are not a value
   */
  T read(byte[] bytes);

  /** Codec of {@code byte[]}, {@code String} and boxed primitives. */
  @SuppressWarnings("unchecked") // the one that is read is the one that was written
  static <T> ValueCodec<T> simple() {
    return (ValueCodec<T>) SimpleCodec.INSTANCE;
  }
}
