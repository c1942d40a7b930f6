package net.sf.jgcs.spi;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import net.sf.jgcs.Message;

/**
 * Message whose payload is a part of an array that belongs to the engine or the caller.
 *
 * <p>An addition to jGCS 0.8. Not thread-safe while being filled; a delivered one is only read.
 */
public abstract class ArrayMessage implements Message {
  private static final long serialVersionUID = 1L;
  private static final byte[] EMPTY = {};

  private byte[] array = EMPTY;
  private int offset;
  private int length;
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
    array = payload == null ? EMPTY : payload;
    offset = 0;
    length = array.length;
  }

  @Override
  public byte[] getPayload() {
    if (offset == 0 && length == array.length) {
      return array;
    }
    array = Arrays.copyOfRange(array, offset, offset + length);
    offset = 0;
    return array;
  }

  @Override
  public ByteBuffer payload() {
    return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
  }

  @Override
  public SocketAddress getSenderAddress() {
    return sender;
  }

  @Override
  public String toString() {
    return "message of " + length + " bytes from " + sender;
  }
}
