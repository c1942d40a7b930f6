package org.g2cl;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import net.sf.jgcs.Message;
import net.sf.jgcs.spi.ArrayMessage;

/**
 * Message of a {@link MarshalDataSession}: an application's bytes, with the headers of the services
 * apart from them.
 *
 * <p>The bytes are not copied on creation, so they must not be changed afterwards. A message may be
 * sent more than once. Not serializable in spite of its supertype: it crosses the network in a
 * frame of its own. A delivered message may be read by several threads.
 */
public final class G2CLMessage implements Message {
  private static final long serialVersionUID = 1L;

  private final transient SocketAddress dest;
  private final transient SocketAddress sender;
  private final transient Header header;
  private transient byte[] array;
  private transient int offset;
  private transient int length;

  /** Payload as an array of its own, or null; set at most twice, to the same bytes. */
  @SuppressWarnings("UnusedVariable") // by its handle
  private transient byte[] copy;

  private static final VarHandle COPY = copyHandle();

  private static VarHandle copyHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(G2CLMessage.class, "copy", byte[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Creates a message without bytes for a member, or for all when null. */
  public G2CLMessage(SocketAddress dest) {
    this(dest, new byte[0]);
  }

  /** Creates a message for a member, or for all when the destination is null. */
  public G2CLMessage(SocketAddress dest, byte[] payload) {
    this(dest, null, Header.PLAIN, payload, 0, payload.length);
  }

  /**
   * Creates a message of a part of an array.
   *
   * @param dest member that it goes to, or null for all
   * @throws IndexOutOfBoundsException when the part does not lie within the array
   */
  public G2CLMessage(SocketAddress dest, byte[] payload, int offset, int length) {
    this(dest, null, Header.PLAIN, payload, offset, length);
    Objects.checkFromIndexSize(offset, length, payload.length);
  }

  /** Takes a part of an array, unchecked. */
  G2CLMessage(
      SocketAddress dest,
      SocketAddress sender,
      Header header,
      byte[] array,
      int offset,
      int length) {
    this.dest = dest;
    this.sender = sender;
    this.header = header;
    this.array = array;
    this.offset = offset;
    this.length = length;
  }

  /** Same sender and bytes as those of a delivered message, without a copy. */
  static G2CLMessage of(Message delivered) {
    SocketAddress sender = delivered.getSenderAddress();
    if (delivered instanceof ArrayMessage part) {
      return new G2CLMessage(
          null, sender, Header.PLAIN, part.array(), part.offset(), part.length());
    }
    return delivered instanceof G2CLMessage same
        ? same
        : of(sender, ByteBuffer.wrap(delivered.getPayload()));
  }

  /** Delivered message with the bytes that are left in a buffer, which has an array. */
  static G2CLMessage of(SocketAddress sender, ByteBuffer bytes) {
    return new G2CLMessage(
        null,
        sender,
        Header.PLAIN,
        bytes.array(),
        bytes.arrayOffset() + bytes.position(),
        bytes.remaining());
  }

  /** Same bytes, without a copy, under another header and destination. */
  G2CLMessage with(SocketAddress newDest, Header newHeader) {
    return new G2CLMessage(newDest, null, newHeader, array, offset, length);
  }

  /** The same message as delivered, but without a way back. */
  G2CLMessage oneWay() {
    Header silent = new Header(header.serviceId(), Header.ONE_WAY, header.order(), 0, 0);
    return new G2CLMessage(dest, sender, silent, array, offset, length);
  }

  /** Payload as a buffer that has an array, which is not to be changed. */
  ByteBuffer buffer() {
    return ByteBuffer.wrap(array, offset, length).slice();
  }

  Header header() {
    return header;
  }

  /** Member that the message goes to, or null for all. */
  public SocketAddress getDest() {
    return dest;
  }

  /** Member that sent the message, or null before it was delivered. */
  public SocketAddress getSender() {
    return sender;
  }

  @Override
  public SocketAddress getSenderAddress() {
    return sender;
  }

  /**
   * Array that the payload is a part of, from {@link #getOffset()} on, {@link #getLength()} bytes;
   * others read it, too, so it must not be changed.
   */
  public byte[] getArray() {
    return array;
  }

  /** Where the payload begins in {@link #getArray()}. */
  public int getOffset() {
    return offset;
  }

  /** Number of bytes of the payload. */
  public int getLength() {
    return length;
  }

  /**
   * Payload as one array, never null; a delivered message copies it on the first call. To read
   * without a copy use {@link #payload()} or {@link #getArray()}.
   */
  @Override
  public byte[] getPayload() {
    if (offset == 0 && length == array.length) {
      return array;
    }
    byte[] known = (byte[]) COPY.getAcquire(this);
    if (known == null) {
      known = Arrays.copyOfRange(array, offset, offset + length);
      COPY.setRelease(this, known);
    }
    return known;
  }

  /** Payload as a read-only view of its own position, without a copy. */
  @Override
  public ByteBuffer payload() {
    return ByteBuffer.wrap(array, offset, length).slice().asReadOnlyBuffer();
  }

  @Override
  public void setPayload(byte[] payload) {
    array = Objects.requireNonNull(payload, "payload");
    offset = 0;
    length = payload.length;
    COPY.setRelease(this, null);
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(G2CLMessage.class.getName());
  }

  @Override
  public String toString() {
    return "G2CLMessage[dest=%s, sender=%s, %s, %d bytes]".formatted(dest, sender, header, length);
  }
}
