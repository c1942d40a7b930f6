package org.g2cl.jgcs.jgroups;

import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.jgroups.JGroupsGroup;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;

/**
 * Provider of the engine {@code jgroups}.
 *
 * <p>{@link #STACK} is one of: {@code tcp}, the default, with members found through {@link #PEERS}
 * or {@link #PEERS_DNS}; {@code udp}, with members found by multicast, or through {@link #PEERS}
 * and then without any multicast; a file, a class path resource or a URL with a stack of JGroups'
 * XML. A file whose name ends in {@code .properties} holds settings, these names included. In each,
 * every socket is bound to {@link #BIND_ADDRESS} and diagnostics are off; ports and peers are
 * written into those protocols that have them. A failure detector listens on the port 100 above the
 * member's or one of the ten from there.
 *
 * <p>{@link net.sf.jgcs.spi.jgroups.TlsSettings} names the settings for TLS on TCP. Each joined
 * group has a port of its own, so {@link #BIND_PORT} other than 0 allows one group.
 */
public final class JGroupsProtocolProvider implements ProtocolProvider {
  static final String NAME = "jgroups";

  /** Creates the provider. */
  public JGroupsProtocolProvider() {}

  @Override
  public boolean packs() {
    return true;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    JGroupsLine.check();
    QuietLog.install();
    return new JGroupsProtocolFactory(StackSettings.of(NAME, properties));
  }

  @Override
  public GroupConfiguration group(String name) {
    return new JGroupsGroup(name);
  }

  @Override
  public boolean listens() {
    return true;
  }

  @Override
  public Optional<String> unguardedHost(Map<String, String> properties) throws GroupException {
    return StackSettings.of(NAME, properties).unguardedHost();
  }
}
