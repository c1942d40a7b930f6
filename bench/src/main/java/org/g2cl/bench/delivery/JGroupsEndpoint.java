package org.g2cl.bench.delivery;

import java.util.Map;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;

/** Member that calls JGroups itself; without flags, so that SEQUENCER orders its messages. */
final class JGroupsEndpoint implements Endpoint {
  private final JChannel channel;

  private JGroupsEndpoint(JChannel channel) {
    this.channel = channel;
  }

  static JGroupsEndpoint join(String group, Map<String, String> settings, Receiver own)
      throws Exception {
    JChannel channel = Channels.create(settings);
    channel.setReceiver(
        new org.jgroups.Receiver() {
          @Override
          public void receive(Message message) {
            own.delivered(message.getSrc().hashCode(), message.getArray()[message.getOffset()]);
          }
        });
    try {
      channel.connect(group);
    } catch (Exception e) { // declared so by JGroups
      channel.close();
      throw e;
    }
    return new JGroupsEndpoint(channel);
  }

  @Override
  public int members() {
    return channel.getView().size();
  }

  @Override
  public void multicast(byte[] payload) throws Exception {
    channel.send(new BytesMessage(null, payload));
  }

  @Override
  public void close() {
    channel.close();
  }
}
