package org.g2cl.jgcs.jgroups4;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

/** Message of JGroups 4; a delivered one shares the array that JGroups received it in. */
final class JGroups4Message extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  JGroups4Message() {}

  /** Creates one of a pack. */
  JGroups4Message(byte[] array, int offset, int length, SocketAddress sender) {
    super(array, offset, length, sender);
  }

  JGroups4Message(org.jgroups.Message received, SocketAddress sender) {
    super(received.getRawBuffer(), received.getOffset(), received.getLength(), sender);
  }
}
