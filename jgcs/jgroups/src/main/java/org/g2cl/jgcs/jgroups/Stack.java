package org.g2cl.jgcs.jgroups;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;

/** Stack of protocols as configured, with the settings of the binding written into it. */
final class Stack {
  private static final String DEFAULT = "tcp.xml";
  private static final String ALONE_JOIN_TIMEOUT = "1";

  private final ProtocolStackConfigurator configurator;
  private final boolean byDefault;

  private Stack(ProtocolStackConfigurator configurator, boolean byDefault) {
    this.configurator = configurator;
    this.byDefault = byDefault;
  }

  static Stack load(JGroupsSettings settings) throws GroupException {
    boolean byDefault = settings.stack() == null;
    try (InputStream xml =
        byDefault
            ? Stack.class.getResourceAsStream(DEFAULT)
            : ConfiguratorFactory.getConfigStream(settings.stack())) {
      return new Stack(ConfiguratorFactory.getStackConfigurator(xml), byDefault);
    } catch (IOException e) {
      throw unreadable(settings, e);
    } catch (Exception e) { // declared so by JGroups
      throw unreadable(settings, e);
    }
  }

  private static GroupException unreadable(JGroupsSettings settings, Exception cause) {
    return new GroupException(
        "engine 'jgroups': setting '%s' has the value '%s', which cannot be read as a stack: %s"
            .formatted(ProtocolProvider.STACK, settings.stack(), cause),
        cause);
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
  ProtocolStackConfigurator with(JGroupsSettings settings, int port) {
    String address = settings.bindAddress().getHostAddress();
    List<InetSocketAddress> others = settings.others(port);
    for (ProtocolConfiguration protocol : configurator.getProtocolStack()) {
      Map<String, String> properties = protocol.getProperties();
      switch (simpleName(protocol)) {
        case "TCP", "TCP_NIO2" -> {
          properties.put("bind_addr", address);
          if (port > 0) {
            properties.put("bind_port", Integer.toString(port));
          }
        }
        case "UDP", "FD_SOCK", "FD_SOCK2" -> properties.put("bind_addr", address);
        case "TCPPING" -> writePeers(properties, address + "[" + port + "]", others);
        case "GMS" -> {
          if (byDefault && others.isEmpty()) {
            properties.put("join_timeout", ALONE_JOIN_TIMEOUT);
          }
        }
        default -> {}
      }
    }
    return configurator;
  }

  private void writePeers(
      Map<String, String> properties, String own, List<InetSocketAddress> others) {
    if (!others.isEmpty() || !properties.containsKey("initial_hosts")) {
      String hosts =
          others.stream()
              .map(peer -> peer.getAddress().getHostAddress() + "[" + peer.getPort() + "]")
              .collect(Collectors.joining(","));
      properties.put("initial_hosts", hosts.isEmpty() ? own : hosts);
    }
  }

  private static String simpleName(ProtocolConfiguration protocol) {
    String name = protocol.getProtocolName();
    return name.substring(name.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
  }
}
