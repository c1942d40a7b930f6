package net.sf.jgcs.spi;

import static net.sf.jgcs.spi.ProtocolProvider.BIND_ADDRESS;
import static net.sf.jgcs.spi.ProtocolProvider.BIND_PORT;
import static net.sf.jgcs.spi.ProtocolProvider.LOOPBACK;
import static net.sf.jgcs.spi.ProtocolProvider.MEMBER_NAME;
import static net.sf.jgcs.spi.ProtocolProvider.PEERS;
import static net.sf.jgcs.spi.ProtocolProvider.STACK;

import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.GroupException;

/**
 * Settings that the keys of {@link ProtocolProvider} give, checked and resolved.
 *
 * <p>An addition to jGCS 0.8.
 *
 * @param bindPort 0 for a free one
 * @param memberName null for a name made up by the engine
 * @param stack null for the default of the engine
 */
public record MemberSettings(
    InetAddress bindAddress,
    int bindPort,
    List<InetSocketAddress> peers,
    String memberName,
    String stack)
    implements Serializable {
  /** Creates settings; the list is copied. */
  public MemberSettings {
    peers = List.copyOf(peers);
  }

  /**
   * Reads them.
   *
   * @throws GroupException when one is wrong; the message names it, its value and the rule
   */
  public static MemberSettings of(ProviderSettings settings) throws GroupException {
    List<InetSocketAddress> peers = new ArrayList<>();
    for (InetSocketAddress peer : settings.addresses(PEERS)) {
      InetAddress host = resolve(settings, PEERS, peer.getHostString());
      peers.add(new InetSocketAddress(host, peer.getPort()));
    }
    return new MemberSettings(
        resolve(settings, BIND_ADDRESS, settings.text(BIND_ADDRESS, LOOPBACK)),
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

  /** What to call this member before it has an address. */
  public String title() {
    return memberName == null ? "a member" : "member '" + memberName + "'";
  }

  /** Peers other than this member on the given port. */
  public List<InetSocketAddress> others(int ownPort) {
    InetSocketAddress own = new InetSocketAddress(bindAddress, ownPort);
    return peers.stream().filter(peer -> !peer.equals(own)).toList();
  }
}
