package org.g2cl.jgcs.jgroups;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;
import org.jgroups.Address;
import org.jgroups.BytesMessage;

/** Message of JGroups; a delivered one shares the array that JGroups received it in. */
final class JGroupsMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  JGroupsMessage() {}

  /** Creates one of a pack. */
  JGroupsMessage(byte[] array, int offset, int length, SocketAddress sender) {
    super(array, offset, length, sender);
  }

  JGroupsMessage(org.jgroups.Message received, SocketAddress sender) {
    super(
        received.hasArray() ? received.getArray() : null,
        received.getOffset(),
        received.getLength(),
        sender);
  }

  /** Message of JGroups with this payload. */
  BytesMessage to(Address destination) {
    return read(new Sent(destination));
  }

  /** Not a lambda: one that holds a value costs more to make than the message. */
  private record Sent(Address destination) implements Reader<BytesMessage> {
    @Override
    public BytesMessage read(byte[] head, byte[] array, int offset, int length) {
      return head.length == 0
          ? new BytesMessage(destination, array, offset, length)
          : new HeadedMessage(destination, head, array, offset, length);
    }
  }
}
