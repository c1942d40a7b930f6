package org.g2cl.jgcs.spread;

import java.util.Map;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spread.SpGroup;

/**
 * Provider of the engine {@code spread}: groups of Spread daemons, 4.x or 5.x, which are installed
 * and started by the user.
 *
 * <p>{@link #PEERS} are the daemons, tried in their order when joining; default {@code
 * 127.0.0.1:4803}. {@link #BIND_PORT} has no meaning. {@link #STACK} names a file of properties
 * with any of these settings; those given directly go before. Own settings: {@code connect-timeout}
 * (default PT3S, to one daemon), {@code join-timeout} (PT15S, until the first view), {@code
 * reconnect-timeout} (PT1M; for how long a member that lost its daemon tries to join again, PT0S
 * for never), {@code failure-timeout} (PT5S; after which silence a member is put out, PT0S for
 * never), {@code fragment-bytes} (100000, the largest payload of one frame), {@code queue-bytes}
 * (67108864; a member that has more waiting for its listeners leaves).
 */
public final class SpreadProtocolProvider implements ProtocolProvider {
  static final String NAME = "spread";

  /** Creates the provider. */
  public SpreadProtocolProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    return new SpreadProtocolFactory(SpreadSettings.of(properties));
  }

  @Override
  public GroupConfiguration group(String name) throws GroupException {
    return new SpGroup(Names.checkedGroup(name));
  }
}
