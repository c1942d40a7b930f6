package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;

import net.sf.jgcs.spi.jgroups.StackSettings;
import org.g2cl.jgcs.tck.jgroups.EngineMember;
import org.g2cl.jgcs.tck.jgroups.PacksContract;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.junit.jupiter.api.Test;

class JGroups4PacksTest extends PacksContract {
  @Override
  protected String engine() {
    return JGroups4ProtocolProvider.NAME;
  }

  @Override
  protected EngineMember connect(
      StackSettings settings, String group, EngineMember.Receiver receiver) throws Exception {
    PlainChannel plain = new PlainChannel(receiver);
    Channels.connect(settings, group, plain, (channel, chosen) -> plain.channel = channel);
    return plain;
  }

  @Test
  void shouldUseABitThatJGroupsHasNoFlagFor() {
    assertThat(Message.Flag.values())
        .noneMatch(flag -> (flag.value() & JGroups4Member.PACKED) != 0);
  }

  private static final class PlainChannel implements EngineMember, Receiver {
    private final EngineMember.Receiver receiver;
    private JChannel channel;

    PlainChannel(EngineMember.Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void receive(Message message) {
      if (!message.isFlagSet(Message.Flag.NO_RELAY)) { // a good-bye
        boolean isPack = (message.getFlags() & JGroups4Member.PACKED) != 0;
        receiver.receive(isPack, message.getRawBuffer(), message.getOffset(), message.getLength());
      }
    }

    @Override
    public void send(byte[] payload) throws Exception {
      channel.send(new Message(null, payload));
    }

    @Override
    public void sendAsPack(byte[] payload) throws Exception {
      Message message = new Message(null, payload);
      message.setFlag(JGroups4Member.PACKED);
      channel.send(message);
    }

    @Override
    public void close() {
      channel.close();
    }
  }
}
