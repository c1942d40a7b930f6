package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import java.io.IOException;
import org.jgroups.Message;
import org.jgroups.util.Util;

/**
 * Message of JGroups that is read as its bytes come, whatever length it announces; checked against
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
    if ((parts & CONTENT) != 0) {
      byte[] content = Packets.bytes(in, in.readInt(), most);
      setBuffer(content, 0, content.length);
    }
  }
}
