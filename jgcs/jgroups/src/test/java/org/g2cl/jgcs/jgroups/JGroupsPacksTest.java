package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.jgroups.EngineMember;
import org.g2cl.jgcs.tck.jgroups.PacksContract;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;

class JGroupsPacksTest extends PacksContract {
  @Override
  protected String engine() {
    return JGroupsProtocolProvider.NAME;
  }

  @Override
  protected EngineMember connect(
      StackSettings settings, String group, EngineMember.Receiver receiver) throws Exception {
    PlainChannel plain = new PlainChannel(receiver);
    Channels.connect(
        settings,
        group,
        plain,
        ConnectionGuard.none(),
        (channel, chosen) -> plain.channel = channel);
    return plain;
  }

  private static final class PlainChannel implements EngineMember, Receiver {
    private final EngineMember.Receiver receiver;
    private JChannel channel;

    PlainChannel(EngineMember.Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void receive(Message message) {
      if (message.hasArray()) { // a good-bye has none
        boolean isPack = (message.getFlags(false) & OwnFlags.PACKED) != 0;
        receiver.receive(isPack, message.getArray(), message.getOffset(), message.getLength());
      }
    }

    @Override
    public void send(byte[] payload) throws Exception {
      channel.send(new BytesMessage(null, payload));
    }

    @Override
    public void sendAsPack(byte[] payload) throws Exception {
      Message message = payload == null ? new EmptyMessage(null) : new BytesMessage(null, payload);
      message.setFlag(OwnFlags.PACKED, false);
      channel.send(message);
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
