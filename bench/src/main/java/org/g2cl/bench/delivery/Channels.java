package org.g2cl.bench.delivery;

import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.jgcs.spi.ProtocolProvider;
import org.jgroups.JChannel;
import org.jgroups.conf.ConfiguratorFactory;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.ProtocolStackConfigurator;

/** Channels of JGroups alone, from the stack and the settings that a binding is given. */
public final class Channels {
  private static final String HOST = "127.0.0.1";

  private Channels() {}

  /**
   * Creates a channel that is not connected.
   *
   * @param settings {@code stack} is required; {@code bind-port} and {@code peers} for TCP
   * @throws Exception when JGroups refuses the stack
   */
  public static JChannel create(Map<String, String> settings) throws Exception {
    try (InputStream xml =
        ConfiguratorFactory.getConfigStream(settings.get(ProtocolProvider.STACK))) {
      ProtocolStackConfigurator stack = ConfiguratorFactory.getStackConfigurator(xml);
      for (ProtocolConfiguration protocol : stack.getProtocolStack()) {
        configure(protocol, settings);
      }
      return new JChannel(stack);
    }
  }

  private static void configure(ProtocolConfiguration protocol, Map<String, String> settings) {
    Map<String, String> properties = protocol.getProperties();
    String name = protocol.getProtocolName();
    switch (name.substring(name.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT)) {
      case "TCP", "RECONNECTINGTCP" -> {
        properties.put("bind_addr", HOST);
        properties.put("bind_port", settings.get(ProtocolProvider.BIND_PORT));
      }
      case "UDP", "FD_SOCK", "FD_SOCK2", "WATCHFULFDSOCK2", "WATCHFULFDSOCK" ->
          properties.put("bind_addr", HOST);
      case "TCPPING" -> properties.put("initial_hosts", hosts(settings));
      default -> {}
    }
  }

  private static String hosts(Map<String, String> settings) {
    return Arrays.stream(settings.get(ProtocolProvider.PEERS).split(",", -1))
        .map(peer -> peer.replaceFirst(":(\\d+)$", "[$1]"))
        .collect(Collectors.joining(","));
  }
}
