package org.g2cl.jgcs.jgroups;

import java.io.DataInput;
import org.jgroups.Address;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;

/**
 * TCP of JGroups that reads a packet whole before it reads in it, see {@link Packets}. On the wire
 * it is TCP, and stands in its place in every stack. Public because JGroups makes it by its name;
 * checked against 5.5.7.
 */
public sealed class CheckedTcp extends TCP permits ReconnectingTcp {
  private final Packets packets = new Packets();

  /** For JGroups. */
  public CheckedTcp() {
    id = ClassConfigurator.getProtocolId(TCP.class);
  }

  @Override
  public void receive(Address sender, DataInput in, int length) throws Exception {
    receive(sender, packets.read(in, length), 0, length);
  }

  @Override
  protected void handleMessageBatch(DataInput in, boolean multicast) {
    if (Packets.isBundle(in, log)) {
      super.handleMessageBatch(in, multicast);
    }
  }
}
