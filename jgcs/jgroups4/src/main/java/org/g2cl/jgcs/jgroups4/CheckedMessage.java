package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.protocols.EncryptHeader;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Util;

/**
 * Message of JGroups that is read as its bytes come, whatever length it announces, and whose
 * content announces no longer list of messages to be sent again than it has; checked against
 * 4.2.30.
 */
final class CheckedMessage extends Message {
  private static final int DESTINATION = 1;
  private static final int SOURCE = 1 << 1;
  private static final int CONTENT = 1 << 2;

  private final int most;

  /**
   * @param most bytes
   */
  CheckedMessage(int most) {
    super(false);
    this.most = most;
  }

  @Override
  public void readFrom(DataInput in) throws IOException, ClassNotFoundException {
    if (readHead(in)) {
      byte[] content = Packets.bytes(in, in.readInt(), most);
      setBuffer(content, 0, content.length);
      if (asksAgain()) {
        checkSeqnos(ByteBuffer.wrap(content));
      }
    }
  }

  /** Reads what comes before the content, and tells whether there is one. */
  private boolean readHead(DataInput in) throws IOException, ClassNotFoundException {
    byte parts = in.readByte();
    flags = in.readShort();
    if ((parts & DESTINATION) != 0) {
      dest = Util.readAddress(in);
    }
    if ((parts & SOURCE) != 0) {
      sender = Util.readAddress(in);
    }
    int count = in.readShort();
    headers = createHeaders(count);
    for (int i = 0; i < count; i++) {
      short protocol = in.readShort();
      headers[i] = readHeader(in).setProtId(protocol);
    }
    return (parts & CONTENT) != 0;
  }

  /** Whether the content is a list of numbers; not that of one that is to be decrypted first. */
  private boolean asksAgain() {
    boolean asks = false;
    for (Header header : headers) {
      if (header instanceof EncryptHeader) {
        return false;
      }
      asks |= asksAgain(header);
    }
    return asks;
  }

  private static boolean asksAgain(Header header) {
    return header instanceof UnicastHeader3 toOne
        ? toOne.type() == UnicastHeader3.XMIT_REQ
        : header instanceof NakAckHeader2 toAll && toAll.getType() == NakAckHeader2.XMIT_REQ;
  }

  /** The list begins with how many numbers there can be, a bit for each. */
  private static void checkSeqnos(ByteBuffer content) {
    if (content.remaining() <= Integer.BYTES || content.get() == 0) {
      return; // JGroups sees that there is none
    }
    int count = content.getInt();
    if (count < 0 || count > (long) content.remaining() * Byte.SIZE) {
      throw new RefusedPacket("a list of %d seqnos is refused".formatted(count));
    }
  }

  /**
   * Checks a message that is the content of another one, up to its own content.
   *
   * @throws RefusedPacket when there is none, or it announces more than there is
   * @throws IOException when it ends before
   */
  static void checkWithin(Message outer) throws IOException, ClassNotFoundException {
    var in =
        new ByteArrayDataInputStream(outer.getRawBuffer(), outer.getOffset(), outer.getLength());
    if (!in.readBoolean()) {
      throw new RefusedPacket("a message without the message that it is to hold is refused");
    }
    if (new CheckedMessage(outer.getLength()).readHead(in)) {
      int length = in.readInt();
      if (length > in.limit() - in.position()) {
        throw new RefusedPacket("a length of %d within a message is refused".formatted(length));
      }
    }
  }
}
