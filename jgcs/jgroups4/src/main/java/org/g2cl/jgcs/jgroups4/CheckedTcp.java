package org.g2cl.jgcs.jgroups4;

import java.io.DataInput;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.util.MessageBatch;

/**
 * TCP of JGroups that reads messages as their bytes come, see {@link Packets}, and ends a
 * connection that brings what is none. On the wire it is TCP, and stands in its place in every
 * stack. Public because JGroups makes it by its name; checked against 4.2.30.
 */
public class CheckedTcp extends TCP {
  /** For JGroups. */
  public CheckedTcp() {
    id = ClassConfigurator.getProtocolId(TCP.class);
  }

  @Override
  public final void receive(Address sender, DataInput in) throws Exception {
    try {
      super.receive(sender, in);
    } catch (RefusedPacket e) {
      throw Packets.ended(sender, e);
    }
  }

  @Override
  protected final void handleSingleMessage(DataInput in, boolean multicast) {
    Message message = Packets.message(in, Packets.most(this));
    if (multicast || !unicastDestMismatch(message.getDest())) {
      boolean unordered = message.isFlagSet(Message.Flag.OOB);
      boolean internal = message.isFlagSet(Message.Flag.INTERNAL);
      Packets.handUp(() -> msg_processing_policy.process(message, unordered, internal));
    }
  }

  @Override
  protected final void handleMessageBatch(DataInput in, boolean multicast) {
    MessageBatch[] batches = Packets.bundle(in, multicast, Packets.most(this));
    processBatch(batches[1], true, false);
    processBatch(batches[0], false, false);
    processBatch(batches[2], true, true);
    processBatch(batches[3], false, true);
  }
}
