package org.g2cl.jgcs.jgroups;

import java.io.InputStream;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.MemberSettings;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackRules;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;

/** Stack of protocols as configured, with the settings of the binding written into it. */
final class Stack {
  private static final String DEFAULT = "tcp.xml";

  private final ProtocolStackConfigurator configurator;

  private Stack(ProtocolStackConfigurator configurator) {
    this.configurator = configurator;
  }

  static Stack load(MemberSettings settings) throws GroupException {
    try (InputStream xml =
        settings.stack() == null
            ? Stack.class.getResourceAsStream(DEFAULT)
            : ConfiguratorFactory.getConfigStream(settings.stack())) {
      return new Stack(ConfiguratorFactory.getStackConfigurator(xml));
    } catch (Exception e) { // declared so by JGroups
      throw new GroupException(
          "engine '%s': setting '%s' has the value '%s', which cannot be read as a stack: %s"
              .formatted(JGroupsProtocolProvider.NAME, ProtocolProvider.STACK, settings.stack(), e),
          e);
    }
  }

  boolean hasSequencer() {
    return configurator.getProtocolStack().stream()
        .anyMatch(protocol -> simpleName(protocol).startsWith("SEQUENCER"));
  }

  /** Tells whether the binding has to choose a port: JGroups refuses port 0 with static peers. */
  boolean needsPort() {
    return has("TCPPING") && properties("TCP").getOrDefault("bind_port", "0").equals("0");
  }

  private boolean has(String name) {
    return configurator.getProtocolStack().stream().anyMatch(p -> simpleName(p).equals(name));
  }

  private Map<String, String> properties(String name) {
    return configurator.getProtocolStack().stream()
        .filter(p -> simpleName(p).equals(name))
        .findFirst()
        .map(ProtocolConfiguration::getProperties)
        .orElse(Map.of());
  }

  /** Writes address, port and peers into the protocols that have them. */
  ProtocolStackConfigurator with(MemberSettings settings, int port) {
    StackRules rules = new StackRules(settings, port);
    for (ProtocolConfiguration protocol : configurator.getProtocolStack()) {
      rules.write(protocol.getProtocolName(), protocol.getProperties());
    }
    return configurator;
  }

  private static String simpleName(ProtocolConfiguration protocol) {
    return StackRules.simpleName(protocol.getProtocolName());
  }
}
