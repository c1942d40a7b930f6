package org.g2cl.jgcs.jgroups;

import java.net.SocketAddress;
import net.sf.jgcs.spi.ArrayMessage;

/** Message of JGroups; a delivered one shares the array that JGroups received it in. */
final class JGroupsMessage extends ArrayMessage {
  private static final long serialVersionUID = 1L;

  JGroupsMessage() {}

  JGroupsMessage(org.jgroups.Message received, SocketAddress sender) {
    super(
        received.hasArray() ? received.getArray() : null,
        received.getOffset(),
        received.getLength(),
        sender);
  }
}
