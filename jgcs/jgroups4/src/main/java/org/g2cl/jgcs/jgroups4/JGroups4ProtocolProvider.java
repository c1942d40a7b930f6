package org.g2cl.jgcs.jgroups4;

import java.util.Map;
import java.util.Optional;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackSettings;

/**
 * Provider of the engine {@code jgroups4}.
 *
 * <p>{@link #STACK} is one of: {@code tcp}, the default, with members found through {@link #PEERS}
 * or {@link #PEERS_DNS}; {@code udp}, with members found by multicast, or through {@link #PEERS}
 * and then without any multicast; a file, a class path resource or a URL with a stack of JGroups'
 * XML. A file whose name ends in {@code .properties} holds settings, these names included. In each,
 * every socket is bound to {@link #BIND_ADDRESS} and diagnostics are off; ports and peers are
 * written into those protocols that have them. A failure detector listens on a free port.
 *
 * <p>{@link net.sf.jgcs.spi.jgroups.TlsSettings} names the settings for TLS on TCP. Each joined
 * group has a port of its own, so {@link #BIND_PORT} other than 0 allows one group.
 */
public final class JGroups4ProtocolProvider implements ProtocolProvider {
  static final String NAME = "jgroups4";

  /** Creates the provider. */
  public JGroups4ProtocolProvider() {}

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
    return new JGroups4ProtocolFactory(StackSettings.of(NAME, properties));
  }

  @Override
  public GroupConfiguration group(String name) {
    return new JGroups4Group(name);
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
