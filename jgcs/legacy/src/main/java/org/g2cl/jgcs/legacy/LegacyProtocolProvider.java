package org.g2cl.jgcs.legacy;

import java.util.Map;
import net.sf.jgcs.GroupConfiguration;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.ProtocolFactory;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Provider of the engine {@code legacy}: a plug-in of jGCS 0.6.
 *
 * <p>Required: {@code jars}, a folder with the plug-in, jGCS 0.6 and all that they need, its
 * property files included; {@code factory-class}, {@code group-class}, {@code service-class}; and
 * {@code service.fifo} or a stronger one of {@link net.sf.jgcs.ServiceNames}, with the text that
 * the plug-in's service is made from. Of services that are not named, each is the next stronger
 * one.
 *
 * <p>Optional: {@code group.NAME} and {@code factory.NAME}, properties of these beans, in which
 * <code>{member}</code> stands for the member's name; {@code deliver-on}, the plug-in's service
 * whose notification, not the message itself, is the total order; {@code join-timeout}, by default
 * {@code PT30S}. Of the common keys only {@link #MEMBER_NAME} has a meaning.
 */
public final class LegacyProtocolProvider implements ProtocolProvider {
  static final String NAME = "legacy";

  /** Creates the provider. */
  public LegacyProtocolProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ProtocolFactory factory(Map<String, String> properties) throws GroupException {
    return new LegacyProtocolFactory(LegacySettings.of(properties));
  }

  @Override
  public GroupConfiguration group(String name) {
    return new LegacyGroup(name);
  }
}
