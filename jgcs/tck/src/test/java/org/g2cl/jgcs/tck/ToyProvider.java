package org.g2cl.jgcs.tck;

import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;

/** Finds the toy engine by its name; public, since it is found as a service. */
public final class ToyProvider implements ProtocolProvider {
  static final String NAME = "toy";

  /** Fault of what the test of this thread finds. */
  static final ThreadLocal<Fault> FAULT = ThreadLocal.withInitial(() -> Fault.NONE);

  /** Creates the provider. */
  public ToyProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    Fault fault = FAULT.get();
    if (fault != Fault.TAKES_UNKNOWN_SETTINGS) {
      new ProviderSettings(NAME, properties, Set.of()).text(MEMBER_NAME, null);
    }
    return () -> new ToyProtocol(new ToyNetwork(fault), "a");
  }

  @Override
  public GroupConfiguration group(String name) {
    return new ToyGroup(FAULT.get() == Fault.HAS_ONE_GROUP ? "g" : name);
  }
}
