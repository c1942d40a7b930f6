package org.g2cl.jgcs.jgroups;

import java.util.function.ObjIntConsumer;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.FreePort;
import net.sf.jgcs.spi.MemberSettings;
import org.jgroups.JChannel;
import org.jgroups.Receiver;

/** Maker of connected channels. */
final class Channels {
  private Channels() {}

  /**
   * Connects a channel.
   *
   * @param preparation what is done with the channel and its port before it is connected
   */
  static void connect(
      MemberSettings settings,
      String cluster,
      Receiver receiver,
      ObjIntConsumer<JChannel> preparation)
      throws GroupException {
    FreePort.join(
        settings,
        cluster,
        Stack.load(settings).needsPort(),
        port -> {
          JChannel channel = new JChannel(Stack.load(settings).with(settings, port));
          try {
            if (settings.memberName() != null) {
              channel.setName(settings.memberName());
            }
            channel.setReceiver(receiver);
            preparation.accept(channel, port);
            channel.connect(cluster);
          } catch (Exception e) {
            channel.close();
            throw e;
          }
        });
  }
}
