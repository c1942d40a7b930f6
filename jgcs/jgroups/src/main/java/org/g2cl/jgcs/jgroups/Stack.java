package org.g2cl.jgcs.jgroups;

import java.io.FileNotFoundException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.jgroups.StackRules;
import net.sf.jgcs.spi.jgroups.StackSettings;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;
import org.jgroups.stack.Protocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stack of protocols as configured, with the settings of the binding written into it. */
final class Stack {
  private static final Logger LOG = LoggerFactory.getLogger(Stack.class);

  /** Attribute of the transport; the other line of JGroups has another name for it. */
  private static final String DIAGNOSTICS = "diag.enabled";

  /** Protocols that read a packet before they have checked it, and those in their place. */
  private static final Map<String, Class<? extends Protocol>> CHECKED =
      Map.of(
          "TCP", CheckedTcp.class,
          "TCP_NIO2", CheckedTcpNio2.class,
          "UDP", CheckedUdp.class,
          "FD_SOCK", WatchfulFdSock.class,
          "FD_SOCK2", WatchfulFdSock2.class,
          "SEQUENCER", PromptSequencer.class);

  private static final String PACKAGE_OF_PROTOCOLS = "org.jgroups.protocols.";

  private final ProtocolStackConfigurator configurator;
  private final StackRules rules;

  private Stack(ProtocolStackConfigurator configurator, StackRules rules) {
    this.configurator = configurator;
    this.rules = rules;
  }

  static Stack load(StackSettings settings) throws GroupException {
    ProtocolStackConfigurator read = read(settings);
    List<String> names =
        read.getProtocolStack().stream().map(ProtocolConfiguration::getProtocolName).toList();
    StackRules rules = new StackRules(settings, DIAGNOSTICS, names);
    rules.check();
    return new Stack(read, rules);
  }

  private static ProtocolStackConfigurator read(StackSettings settings) throws GroupException {
    String shipped = settings.shippedStack();
    String own = settings.member().stack();
    try (InputStream xml =
        shipped == null
            ? ConfiguratorFactory.getConfigStream(own)
            : Stack.class.getResourceAsStream(shipped)) {
      if (xml == null) {
        throw new FileNotFoundException("there is no such file or resource");
      }
      return ConfiguratorFactory.getStackConfigurator(xml);
    } catch (Exception e) { // declared so by JGroups
      throw new GroupException(
          "engine '%s': setting '%s' has the value '%s', which is neither tcp nor udp and cannot be read as a stack: %s"
              .formatted(settings.engine(), ProtocolProvider.STACK, own, e),
          e);
    }
  }

  boolean hasSequencer() {
    return rules.hasSequencer();
  }

  boolean needsPort() {
    return rules.needsPort(transport());
  }

  private Map<String, String> transport() {
    return configurator.getProtocolStack().get(0).getProperties();
  }

  /** Writes the settings into the protocols that have them. */
  ProtocolStackConfigurator with(int chosen) {
    int port = chosen > 0 ? chosen : rules.ownPort(transport());
    List<ProtocolConfiguration> protocols = configurator.getProtocolStack();
    protocols.removeIf(protocol -> isLeftOut(protocol.getProtocolName()));
    protocols.replaceAll(protocol -> checked(replaced(protocol, port)));
    return configurator;
  }

  private static boolean isLeftOut(String protocol) {
    boolean isLeftOut = StackRules.isLeftOut(protocol);
    if (isLeftOut) {
      LOG.warn(
          "protocol {} of the stack is left out: it makes objects of classes that any packet names, and no group needs it",
          protocol);
    }
    return isLeftOut;
  }

  private ProtocolConfiguration replaced(ProtocolConfiguration protocol, int port) {
    String name = rules.protocol(protocol.getProtocolName());
    if (name.equals(protocol.getProtocolName())) {
      rules.write(name, protocol.getProperties(), port);
      return protocol;
    }
    Map<String, String> properties = new HashMap<>();
    rules.write(name, properties, port);
    return new ProtocolConfiguration(name, properties);
  }

  private static ProtocolConfiguration checked(ProtocolConfiguration protocol) {
    String name = protocol.getProtocolName();
    Class<?> checked =
        CHECKED.get(
            name.startsWith(PACKAGE_OF_PROTOCOLS)
                ? name.substring(PACKAGE_OF_PROTOCOLS.length())
                : name);
    return checked == null
        ? protocol
        : new ProtocolConfiguration(checked.getName(), protocol.getProperties());
  }
}
