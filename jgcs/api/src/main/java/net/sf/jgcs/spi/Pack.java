package net.sf.jgcs.spi;

import java.util.Arrays;

/**
 * Small messages of one sender that travel as one message of the engine, each after its length in
 * two bytes.
 *
 * <p>An addition to jGCS 0.8. Not thread-safe.
 */
public final class Pack {
  /** Bytes of the largest message that is packed. */
  public static final int LARGEST_MESSAGE = 2048;

  private static final int LENGTH_BYTES = Short.BYTES;
  private static final int CAPACITY = 16_384;

  private final byte[] bytes = new byte[CAPACITY];
  private int used;
  private int messages;

  /** Creates one without messages. */
  Pack() {}

  /** Tells whether the largest message might not fit any more. */
  boolean isFull() {
    return used + LENGTH_BYTES + LARGEST_MESSAGE > CAPACITY;
  }

  /** Number of messages that were added since the last {@link #take}. */
  int messages() {
    return messages;
  }

  /** Adds a copy of the payload, of at most {@link #LARGEST_MESSAGE} bytes, when it is not full. */
  void add(ArrayMessage message) {
    message.read(this::add);
  }

  private int add(byte[] head, byte[] array, int offset, int length) {
    int size = head.length + length;
    bytes[used] = (byte) (size >> Byte.SIZE);
    bytes[used + 1] = (byte) size;
    System.arraycopy(head, 0, bytes, used + LENGTH_BYTES, head.length);
    System.arraycopy(array, offset, bytes, used + LENGTH_BYTES + head.length, length);
    used += LENGTH_BYTES + size;
    messages++;
    return messages;
  }

  /** Copy of what was added; it is empty then, also when there is no memory for the copy. */
  byte[] take() {
    int length = used;
    used = 0;
    messages = 0;
    return Arrays.copyOf(bytes, length);
  }

  /**
   * Reads the messages of a pack in the order in which they were added.
   *
   * @return false when it ends within a message, those before which were read, or is empty
   */
  public static boolean read(byte[] array, int offset, int length, Part part) {
    int end = offset + length;
    int at = offset;
    while (end - at >= LENGTH_BYTES) {
      int size = ((array[at] & 0xff) << Byte.SIZE) | (array[at + 1] & 0xff);
      at += LENGTH_BYTES;
      if (size > end - at) {
        return false;
      }
      part.accept(array, at, size);
      at += size;
    }
    return at == end && length > 0;
  }

  /** Takes a message of a pack, which must not be changed. */
  @FunctionalInterface
  public interface Part {
    /** Takes the part of the array. */
    void accept(byte[] array, int offset, int length);
  }
}
