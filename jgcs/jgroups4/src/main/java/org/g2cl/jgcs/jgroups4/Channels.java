package org.g2cl.jgcs.jgroups4;

import java.util.List;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLServerSocket;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.FreePort;
import net.sf.jgcs.spi.jgroups.StackSettings;
import net.sf.jgcs.spi.jgroups.TlsSettings;
import org.jgroups.JChannel;
import org.jgroups.Receiver;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.SocketFactory;

/** Maker of connected channels. */
final class Channels {
  private Channels() {}

  /**
   * Connects a channel.
   *
   * @param preparation what is done with the channel and the peers that it asks, before it is
   *     connected
   */
  static void connect(
      StackSettings settings,
      String cluster,
      Receiver receiver,
      BiConsumer<JChannel, List<String>> preparation)
      throws GroupException {
    settings.checkGroup(cluster);
    CheckedHeaders.install();
    FreePort.join(
        settings.member(),
        cluster,
        Stack.load(settings).needsPort(),
        port -> {
          Stack stack = Stack.load(settings);
          JChannel channel = stack.channel(port);
          try {
            prepare(channel, settings, receiver);
            preparation.accept(channel, stack.peers(port));
            channel.connect(cluster);
          } catch (Exception e) {
            channel.close();
            throw stack.notConnected(port, e);
          }
        });
  }

  private static void prepare(JChannel channel, StackSettings settings, Receiver receiver)
      throws Exception {
    if (settings.member().memberName() != null) {
      channel.setName(settings.member().memberName());
    }
    if (settings.tls() != null) {
      channel.getProtocolStack().getTransport().setSocketFactory(sockets(settings.tls()));
    }
    channel.setReceiver(receiver);
    ViewsInPlace.insert(channel.getProtocolStack());
    Packets.bound(channel.getProtocolStack());
    CheckedHeaders.allowFor(channel.getProtocolStack());
  }

  /** Sockets whose both sides have to show a certificate. */
  private static SocketFactory sockets(TlsSettings tls) throws Exception {
    DefaultSocketFactory factory = new DefaultSocketFactory(tls.context());
    factory.setServerSocketConfigurator(
        socket -> ((SSLServerSocket) socket).setNeedClientAuth(true));
    return factory;
  }
}
