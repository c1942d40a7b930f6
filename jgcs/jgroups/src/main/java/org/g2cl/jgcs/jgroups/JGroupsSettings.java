package org.g2cl.jgcs.jgroups;

import static net.sf.jgcs.spi.ProtocolProvider.BIND_ADDRESS;
import static net.sf.jgcs.spi.ProtocolProvider.BIND_PORT;
import static net.sf.jgcs.spi.ProtocolProvider.MEMBER_NAME;
import static net.sf.jgcs.spi.ProtocolProvider.PEERS;
import static net.sf.jgcs.spi.ProtocolProvider.STACK;

import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProviderSettings;

/**
 * Settings of one protocol, checked.
 *
 * @param bindPort 0 for a free one
 * @param memberName null for a name made up by JGroups
 * @param stack null for the default stack
 */
record JGroupsSettings(
    InetAddress bindAddress,
    int bindPort,
    List<InetSocketAddress> peers,
    String memberName,
    String stack)
    implements Serializable {
  private static final String DEFAULT_ADDRESS = "127.0.0.1";

  JGroupsSettings {
    peers = List.copyOf(peers);
  }

  static JGroupsSettings of(Map<String, String> properties) throws GroupException {
    ProviderSettings settings =
        new ProviderSettings(JGroupsProtocolProvider.NAME, properties, Set.of());
    List<InetSocketAddress> peers = new ArrayList<>();
    for (InetSocketAddress peer : settings.addresses(PEERS)) {
      InetAddress host = resolve(settings, PEERS, peer.getHostString());
      peers.add(new InetSocketAddress(host, peer.getPort()));
    }
    return new JGroupsSettings(
        resolve(settings, BIND_ADDRESS, settings.text(BIND_ADDRESS, DEFAULT_ADDRESS)),
        settings.port(BIND_PORT, 0),
        peers,
        settings.text(MEMBER_NAME, null),
        settings.text(STACK, null));
  }

  private static InetAddress resolve(ProviderSettings settings, String key, String host)
      throws GroupException {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new GroupException(
          settings.wrong(key, host, "the name of this host cannot be resolved").getMessage(), e);
    }
  }

  /** Peers other than this member on the given port. */
  List<InetSocketAddress> others(int ownPort) {
    InetSocketAddress own = new InetSocketAddress(bindAddress, ownPort);
    return peers.stream().filter(peer -> !peer.equals(own)).toList();
  }
}
