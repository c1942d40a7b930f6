package org.g2cl.jgcs.jgroups;

import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.MemberSettings;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;

/**
 * Provider of the engine {@code jgroups}.
 *
 * <p>The default stack is TCP on {@link #BIND_ADDRESS} with members found through {@link #PEERS};
 * no multicast, no diagnostics. A failure detector listens on the port 100 above the member's or
 * one of the ten from there. {@link #STACK} names a file, a class path resource or a URL with a
 * stack of JGroups' XML; address, port and peers are written into it when it has TCP and TCPPING
 * and the setting is given.
 *
 * <p>Each joined group has a port of its own, so {@link #BIND_PORT} other than 0 allows one group.
 */
public final class JGroupsProtocolProvider implements ProtocolProvider {
  static final String NAME = "jgroups";

  /** Creates the provider. */
  public JGroupsProtocolProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    QuietLog.install();
    return new JGroupsProtocolFactory(
        MemberSettings.of(new ProviderSettings(NAME, properties, Set.of())));
  }

  @Override
  public GroupConfiguration group(String name) {
    return new JGroupsGroup(name);
  }
}
