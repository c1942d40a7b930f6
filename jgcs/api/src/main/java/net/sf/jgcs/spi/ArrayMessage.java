package net.sf.jgcs.spi;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import net.sf.jgcs.Message;

/**
 * Message whose payload is a part of an array that belongs to the engine or the caller.
 *
 * <p>An addition to jGCS 0.8. Not thread-safe while being filled. Reading changes nothing that
 * another thread could see half done, so several may read a delivered one, or one that was filled.
 */
public abstract class ArrayMessage implements Message {
  private static final long serialVersionUID = 1L;
  private static final byte[] EMPTY = {};

  /** What comes before the part of the array. */
  private byte[] head = EMPTY;

  private byte[] array = EMPTY;
  private int offset;
  private int length;

  /** Copy of head and part, made when somebody asks for it; volatile, so that it is seen whole. */
  private transient volatile byte[] joined;

  private SocketAddress sender;

  /** Creates an empty message to be sent. */
  protected ArrayMessage() {}

  /** Creates a delivered message; a null array means an empty payload. */
  protected ArrayMessage(byte[] array, int offset, int length, SocketAddress sender) {
    if (array != null && length > 0) {
      this.array = array;
      this.offset = offset;
      this.length = length;
    }
    this.sender = sender;
  }

  /** Sets the payload without copying it; null means empty. */
  @Override
  public void setPayload(byte[] payload) {
    byte[] whole = payload == null ? EMPTY : payload;
    set(EMPTY, whole, 0, whole.length);
  }

  /** Sets the payload without copying it, until somebody asks for it as one array. */
  @Override
  public void setPayload(byte[] first, byte[] body, int from, int count) {
    Objects.checkFromIndexSize(from, count, body.length);
    set(first, body, from, count);
  }

  private void set(byte[] first, byte[] rest, int from, int count) {
    head = first;
    array = rest;
    offset = from;
    length = count;
    if (joined != null) { // a volatile write costs more than the rest
      joined = null;
    }
  }

  @Override
  public byte[] getPayload() {
    return head.length == 0 && offset == 0 && length == array.length ? array : joined();
  }

  /** Made twice, at worst, when two threads ask for it first. */
  private byte[] joined() {
    byte[] whole = joined;
    if (whole == null) {
      whole = Arrays.copyOf(head, head.length + length);
      System.arraycopy(array, offset, whole, head.length, length);
      joined = whole;
    }
    return whole;
  }

  @Override
  public ByteBuffer payload() {
    return ByteBuffer.wrap(array(), offset(), length()).slice().asReadOnlyBuffer();
  }

  /** Array that the payload is a part of, not to be changed. */
  public final byte[] array() {
    return head.length == 0 ? array : joined();
  }

  /** Where the payload begins in {@link #array()}. */
  public final int offset() {
    return head.length == 0 ? offset : 0;
  }

  /** Number of bytes of the payload. */
  public final int length() {
    return head.length + length;
  }

  /**
   * Hands over the payload as it was set, without a copy.
   *
   * @param <T> what is made of it
   */
  public final <T> T read(Reader<T> reader) {
    return reader.read(head, array, offset, length);
  }

  @Override
  public SocketAddress getSenderAddress() {
    return sender;
  }

  @Override
  public String toString() {
    return "message of " + length() + " bytes from " + sender;
  }

  /**
   * Reader of the arrays of a payload, which it must not change.
   *
   * @param <T> what it makes of them
   */
  @FunctionalInterface
  public interface Reader<T> {
    /** Takes what comes first, mostly nothing, and the part of an array that comes after it. */
    T read(byte[] head, byte[] array, int offset, int length);
  }
}
