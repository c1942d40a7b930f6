package net.sf.jgcs.spi.jgroups;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import net.sf.jgcs.spi.MemberSettings;

/**
 * Writer of a member's settings into the properties of the protocols of a JGroups stack.
 *
 * <p>Attributes that the stack does not have are only added where every stack needs them: the
 * address of each socket, the port, the peers.
 */
public final class StackRules {
  private static final String ALONE_JOIN_TIMEOUT = "1";

  private final MemberSettings settings;
  private final int port;
  private final boolean ownStack;

  /**
   * Creates rules for one member.
   *
   * @param port 0 to leave the choice to JGroups
   */
  public StackRules(MemberSettings settings, int port) {
    this.settings = settings;
    this.port = port;
    this.ownStack = settings.stack() != null;
  }

  /** Name of a protocol without its package, in upper case. */
  public static String simpleName(String protocol) {
    return protocol.substring(protocol.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
  }

  /** Changes the properties of one protocol. */
  public void write(String protocol, Map<String, String> properties) {
    switch (simpleName(protocol)) {
      case "TCP", "TCP_NIO2" -> {
        writeAddress(properties);
        if (port > 0) {
          properties.put("bind_port", Integer.toString(port));
        }
      }
      case "UDP", "FD_SOCK", "FD_SOCK2" -> writeAddress(properties);
      case "TCPPING" -> writePeers(properties);
      case "GMS" -> {
        if (!ownStack && settings.others(port).isEmpty()) {
          properties.put("join_timeout", ALONE_JOIN_TIMEOUT);
        }
      }
      default -> {}
    }
  }

  private void writeAddress(Map<String, String> properties) {
    properties.put("bind_addr", settings.bindAddress().getHostAddress());
  }

  private void writePeers(Map<String, String> properties) {
    List<InetSocketAddress> others = settings.others(port);
    if (!others.isEmpty() || !properties.containsKey("initial_hosts")) {
      String hosts = others.stream().map(StackRules::host).collect(Collectors.joining(","));
      String own = host(new InetSocketAddress(settings.bindAddress(), port));
      properties.put("initial_hosts", hosts.isEmpty() ? own : hosts);
    }
  }

  private static String host(InetSocketAddress peer) {
    return peer.getAddress().getHostAddress() + "[" + peer.getPort() + "]";
  }
}
