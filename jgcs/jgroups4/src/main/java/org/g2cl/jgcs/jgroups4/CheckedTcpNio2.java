package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP_NIO2;
import org.jgroups.util.MessageBatch;

/**
 * TCP_NIO2 of JGroups that believes no length in a packet, see {@link Packets}. On the wire it is
 * TCP_NIO2, and stands in its place in every stack. Public because JGroups makes it by its name;
 * checked against 4.2.30.
 */
public final class CheckedTcpNio2 extends TCP_NIO2 {
  /** For JGroups. */
  public CheckedTcpNio2() {
    id = ClassConfigurator.getProtocolId(TCP_NIO2.class);
  }

  @Override
  public void receive(Address sender, byte[] packet, int offset, int length) {
    try {
      super.receive(sender, packet, offset, length);
    } catch (RefusedPacket e) {
      Packets.refused(sender, e);
    }
  }

  @Override
  protected void handleSingleMessage(DataInput in, boolean multicast) {
    Message message = Packets.message(in, Packets.most(this));
    if (multicast || !unicastDestMismatch(message.getDest())) {
      boolean unordered = message.isFlagSet(Message.Flag.OOB);
      boolean internal = message.isFlagSet(Message.Flag.INTERNAL);
      Packets.handUp(() -> msg_processing_policy.process(message, unordered, internal));
    }
  }

  @Override
  protected void handleMessageBatch(DataInput in, boolean multicast) {
    MessageBatch[] batches = Packets.bundle(in, multicast, Packets.most(this));
    processBatch(batches[1], true, false);
    processBatch(batches[0], false, false);
    processBatch(batches[2], true, true);
    processBatch(batches[3], false, true);
  }
}
