package org.g2cl.bench.layers;

import java.util.Map;
import org.g2cl.bench.delivery.Channels;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.Receiver;

/** JGroups itself, with the flags that the binding gives to unordered messages. */
final class JGroupsLink implements Link {
  private final JChannel channel;
  private final Turn turn = new Turn();

  private JGroupsLink(JChannel channel) {
    this.channel = channel;
  }

  static JGroupsLink open(String group, Map<String, String> settings) throws Exception {
    JGroupsLink link = new JGroupsLink(Channels.create(settings));
    link.channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            link.turn.delivered(() -> link.send(message.getSrc(), Link.acknowledgement()));
          }
        });
    link.channel.connect(group);
    return link;
  }

  private void send(Address dest, byte[] payload) throws Exception {
    channel.send(new BytesMessage(dest, payload).setFlag(Flag.OOB, Flag.DONT_BUNDLE));
  }

  @Override
  public int members() {
    return channel.getView().size();
  }

  @Override
  public void roundTrip(byte[] payload) throws Exception {
    Address other = Others.of(channel);
    turn.exchange(() -> send(other, payload));
  }

  @Override
  public void close() {
    channel.close();
  }
}
