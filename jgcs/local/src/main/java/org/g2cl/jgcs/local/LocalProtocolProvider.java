package org.g2cl.jgcs.local;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;

/**
 * Provider of the engine {@code local}, in which members of one JVM meet on a {@link LocalNetwork}.
 *
 * <p>Of the common settings only {@link #MEMBER_NAME} has a meaning; {@link #NETWORK} is its own.
 */
public final class LocalProtocolProvider implements ProtocolProvider {
  /** Name of the live network to use, see {@link LocalNetwork#named}; default {@code default}. */
  public static final String NETWORK = "network";

  /** How many names were made up, so that members can be told apart in a log. */
  private static final AtomicInteger MADE_UP = new AtomicInteger();

  /** Creates the provider. */
  public LocalProtocolProvider() {}

  @Override
  public String name() {
    return "local";
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    ProviderSettings settings = new ProviderSettings(name(), properties, Set.of(NETWORK));
    return LocalNetwork.named(settings.text(NETWORK, "default"))
        .factory(settings.text(MEMBER_NAME, "member-" + MADE_UP.incrementAndGet()));
  }

  @Override
  public GroupConfiguration group(String name) {
    return new LocalGroup(name);
  }
}
