package org.g2cl.jgcs.jgroups;

import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Global;
import org.jgroups.Message;
import org.jgroups.util.ByteArray;

/**
 * Message whose payload is sent from two arrays; receivers get a {@link BytesMessage} with all of
 * it, and so does a protocol that copies it.
 *
 * <p>JGroups writes most messages by {@link #writePayload} alone. A protocol that asks for the
 * array, for instance to split or to compress it, gets one that is made then. Checked against the
 * methods of BytesMessage of 5.5.7.
 */
final class HeadedMessage extends BytesMessage {
  private static final byte[] NONE = {};

  private byte[] head;

  /** Both parts, once they were asked for; made twice when two threads ask. */
  private volatile byte[] joined;

  private volatile boolean sent;

  HeadedMessage(Address destination, byte[] head, byte[] array, int offset, int length) {
    super(destination, array, offset, length);
    this.head = head;
  }

  private boolean isPlain() {
    return head.length == 0;
  }

  /** Notes that it is sent; true the first time. */
  boolean noteSent() {
    boolean first = !sent;
    sent = true;
    return first;
  }

  @Override
  public int getLength() {
    return head.length + length;
  }

  @Override
  public int getOffset() {
    return isPlain() ? offset : 0;
  }

  @Override
  public byte[] getArray() {
    return isPlain() ? array : joined();
  }

  @Override
  public byte[] getBytes() {
    return isPlain() ? super.getBytes() : joined();
  }

  private byte[] joined() {
    byte[] known = joined;
    if (known == null) {
      known = Arrays.copyOf(head, head.length + length);
      System.arraycopy(array, offset, known, head.length, length);
      joined = known;
    }
    return known;
  }

  @Override
  public BytesMessage setArray(byte[] bytes, int from, int count) {
    head = NONE;
    return super.setArray(bytes, from, count);
  }

  @Override
  public BytesMessage setArray(ByteArray bytes) {
    head = NONE;
    return super.setArray(bytes);
  }

  @Override
  public BytesMessage setObject(Object object) {
    head = NONE;
    return super.setObject(object);
  }

  @Override
  protected Message copyPayload(Message copy) {
    return isPlain() ? super.copyPayload(copy) : copy.setArray(joined(), 0, getLength());
  }

  @Override
  protected int payloadSize() {
    return Global.INT_SIZE + getLength();
  }

  @Override
  public void writePayload(DataOutput out) throws IOException {
    if (isPlain()) {
      super.writePayload(out);
      return;
    }
    out.writeInt(getLength());
    out.write(head);
    out.write(array, offset, length);
  }
}
