package org.g2cl.jgcs.jgroups;

import java.io.DataInput;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.UDP;

/**
 * UDP of JGroups that makes no array for more messages than a datagram can hold. On the wire it is
 * UDP, and stands in its place in every stack. Public because JGroups makes it by its name; checked
 * against 5.5.7.
 */
public final class CheckedUdp extends UDP {
  /** For JGroups. */
  public CheckedUdp() {
    id = ClassConfigurator.getProtocolId(UDP.class);
  }

  @Override
  protected void handleMessageBatch(DataInput in, boolean multicast) {
    if (Packets.isBundle(in, log)) {
      super.handleMessageBatch(in, multicast);
    }
  }
}
