package org.g2cl;

import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Objects;
import net.sf.jgcs.Message;

/**
 * Message of a {@link MarshalDataSession}: an application's bytes, with the headers of the services
 * apart from them.
 *
 * <p>The bytes are not copied on creation, so they must not be changed afterwards. A message may be
 * sent more than once. Not serializable in spite of its supertype: it crosses the network in a
 * frame of its own.
 */
public final class G2CLMessage implements Message {
  private static final long serialVersionUID = 1L;

  private final transient SocketAddress dest;
  private final transient SocketAddress sender;
  private final transient Header header;
  private transient ByteBuffer body;

  /** Creates a message without bytes for a member, or for all when null. */
  public G2CLMessage(SocketAddress dest) {
    this(dest, new byte[0]);
  }

  /** Creates a message for a member, or for all when the destination is null. */
  public G2CLMessage(SocketAddress dest, byte[] payload) {
    this(dest, null, Header.PLAIN, ByteBuffer.wrap(payload));
  }

  /**
   * Creates a message of a part of an array.
   *
   * @param dest member that it goes to, or null for all
   * @throws IndexOutOfBoundsException when the part does not lie within the array
   */
  public G2CLMessage(SocketAddress dest, byte[] payload, int offset, int length) {
    this(dest, null, Header.PLAIN, ByteBuffer.wrap(payload, offset, length).slice());
  }

  G2CLMessage(SocketAddress dest, SocketAddress sender, Header header, ByteBuffer body) {
    this.dest = dest;
    this.sender = sender;
    this.header = header;
    this.body = body;
  }

  /** Same bytes, without a copy, under another header and destination. */
  G2CLMessage with(SocketAddress newDest, Header newHeader) {
    return new G2CLMessage(newDest, null, newHeader, body);
  }

  /** The same message as delivered, but without a way back. */
  G2CLMessage oneWay() {
    Header silent = new Header(header.serviceId(), Header.ONE_WAY, header.order(), 0, 0);
    return new G2CLMessage(dest, sender, silent, body);
  }

  Header header() {
    return header;
  }

  ByteBuffer body() {
    return body;
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

  /** Number of bytes of the payload. */
  public int getLength() {
    return body.remaining();
  }

  /**
   * Payload as one array, never null; a delivered message copies it on the first call. To read
   * without a copy use {@link #payload()}.
   */
  @Override
  public byte[] getPayload() {
    ByteBuffer now = body;
    if (now.hasArray() && now.arrayOffset() == 0 && now.array().length == now.remaining()) {
      return now.array();
    }
    byte[] copy = new byte[now.remaining()];
    now.get(now.position(), copy);
    body = ByteBuffer.wrap(copy);
    return copy;
  }

  /** Payload as a read-only view of its own position, without a copy. */
  @Override
  public ByteBuffer payload() {
    return body.asReadOnlyBuffer();
  }

  @Override
  public void setPayload(byte[] payload) {
    body = ByteBuffer.wrap(Objects.requireNonNull(payload, "payload"));
  }

  private void writeObject(ObjectOutputStream out) throws NotSerializableException {
    throw new NotSerializableException(G2CLMessage.class.getName());
  }

  @Override
  public String toString() {
    return "G2CLMessage[dest=%s, sender=%s, %s, %d bytes]"
        .formatted(dest, sender, header, body.remaining());
  }
}
