package net.sf.jgcs.spi.jgroups;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.MemberSettings;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Writer of a member's settings into the protocols of a JGroups stack.
 *
 * <p>In every stack, the user's own as well: each socket gets the member's address, diagnostics are
 * off unless the stack says something of them, and discovery is the one that the settings ask for.
 */
public final class StackRules {
  private static final String ALONE_JOIN_TIMEOUT = "1";
  private static final String PORT = "bind_port";
  private static final String STATIC_DISCOVERY = "TCPPING";
  private static final String DNS_DISCOVERY = "dns.DNS_PING";

  /** The TCP of the stacks that the bindings ship. */
  private static final String OWN_TCP = "RECONNECTINGTCP";

  private static final Set<String> WITH_TLS = Set.of("TCP", OWN_TCP);

  private static final Set<String> UNSAFE =
      Set.of("STATE_TRANSFER", "STATE", "STATE_SOCK", "COUNTER", "CENTRAL_EXECUTOR");

  private final StackSettings settings;
  private final MemberSettings member;
  private final String diagnostics;
  private final Set<String> protocols;

  /**
   * Creates rules for one stack.
   *
   * @param diagnostics attribute of the transport that switches diagnostics
   * @param names protocols of the stack as it was read
   */
  public StackRules(StackSettings settings, String diagnostics, List<String> names) {
    this.settings = settings;
    this.member = settings.member();
    this.diagnostics = diagnostics;
    this.protocols = names.stream().map(StackRules::simpleName).collect(Collectors.toSet());
  }

  private static String simpleName(String protocol) {
    return protocol.substring(protocol.lastIndexOf('.') + 1).toUpperCase(Locale.ROOT);
  }

  /**
   * Checks that the stack can do what the settings ask for.
   *
   * @throws GroupException when it cannot; the message names the setting
   */
  public void check() throws GroupException {
    if (settings.tls() != null && Collections.disjoint(protocols, WITH_TLS)) {
      throw refused(TlsSettings.KEY_STORE, settings.tls().keyStore(), "TLS needs TCP in the stack");
    }
    if (settings.dnsName() != null
        && !(protocols.contains(STATIC_DISCOVERY) || protocols.contains("DNS_PING"))) {
      throw refused(
          ProtocolProvider.PEERS_DNS,
          settings.dnsName(),
          "it needs TCPPING or DNS_PING in the stack");
    }
    if (settings.multicast() != null && !protocols.contains("UDP")) {
      throw refused(
          StackSettings.MULTICAST,
          host(settings.multicast()),
          "it needs UDP in the stack, as '" + ProtocolProvider.STACK + "=udp' has it");
    }
  }

  private GroupException refused(String key, String value, String rule) {
    return new GroupException(
        "engine '%s': setting '%s' has the value '%s': %s (stack '%s')"
            .formatted(
                settings.engine(),
                key,
                value,
                rule,
                member.stack() == null ? "tcp" : member.stack()));
  }

  /**
   * Tells whether a protocol of a user's own stack is left out: those that no group needs, and that
   * make objects of classes that a packet names.
   */
  public static boolean isLeftOut(String protocol) {
    return UNSAFE.contains(simpleName(protocol));
  }

  /** Tells whether the stack puts messages in total order. */
  public boolean hasSequencer() {
    return protocols.stream().anyMatch(name -> name.contains("SEQUENCER"));
  }

  /**
   * Tells whether the binding has to choose a port: JGroups refuses port 0 with static peers.
   *
   * @param transport properties of the transport as the stack has them; a port in a stack of the
   *     user's own is kept
   */
  public boolean needsPort(Map<String, String> transport) {
    return hasStaticPeers() && ownPort(transport) == 0;
  }

  /**
   * Port that a stack of the user's own gives its transport, or 0 for none.
   *
   * @param transport properties of the transport as the stack has them
   */
  public int ownPort(Map<String, String> transport) {
    if (settings.shippedStack() != null) {
      return 0;
    }
    try {
      return Integer.parseInt(transport.getOrDefault(PORT, "0").strip());
    } catch (NumberFormatException e) {
      return 0; // JGroups refuses it
    }
  }

  private boolean hasStaticPeers() {
    return protocols.stream().map(this::protocol).anyMatch(STATIC_DISCOVERY::equals);
  }

  /**
   * Protocol that stands in the place of another; the same where nothing is changed.
   *
   * <p>FD_SOCK2 would be in plain text beside TLS, as it does not use the transport's sockets; so
   * FD_SOCK stands in its place there, and the binding's own FD_SOCK in the place of its FD_SOCK2.
   */
  public String protocol(String name) {
    return switch (simpleName(name)) {
      case "TCPPING" -> settings.dnsName() == null ? name : DNS_DISCOVERY;
      case "PING" -> member.peers().isEmpty() ? name : STATIC_DISCOVERY;
      case "FD_SOCK2", "WATCHFULFDSOCK2" ->
          settings.tls() == null ? name : name.substring(0, name.length() - 1);
      default -> name;
    };
  }

  /**
   * Changes the properties of one protocol.
   *
   * @param port 0 to leave the choice to JGroups
   */
  public void write(String protocol, Map<String, String> properties, int port) {
    switch (simpleName(protocol)) {
      case "TCP", "TCP_NIO2", OWN_TCP -> writeTransport(properties, port);
      case "UDP" -> {
        writeTransport(properties, port);
        writeMulticast(properties);
      }
      case "FD_SOCK", "FD_SOCK2", "WATCHFULFDSOCK", "WATCHFULFDSOCK2", "MPING" ->
          writeAddress(properties);
      case "TCPPING" -> writePeers(properties, port);
      case "DNS_PING" -> writeDns(properties);
      case "GMS" -> {
        if (settings.shippedStack() != null && alone(port)) {
          properties.put("join_timeout", ALONE_JOIN_TIMEOUT);
        }
      }
      default -> {}
    }
  }

  private boolean alone(int port) {
    return hasStaticPeers() && member.others(port).isEmpty();
  }

  private void writeTransport(Map<String, String> properties, int port) {
    writeAddress(properties);
    if (port > 0) {
      properties.put(PORT, Integer.toString(port));
    }
    properties.putIfAbsent(diagnostics, "false");
  }

  private void writeMulticast(Map<String, String> properties) {
    if (settings.multicast() != null) {
      properties.put("mcast_addr", settings.multicast().getAddress().getHostAddress());
      properties.put("mcast_port", Integer.toString(settings.multicast().getPort()));
    }
    if (!member.peers().isEmpty()) {
      properties.put("ip_mcast", "false");
    }
  }

  private void writeAddress(Map<String, String> properties) {
    properties.put("bind_addr", member.bindAddress().getHostAddress());
  }

  private void writePeers(Map<String, String> properties, int port) {
    List<InetSocketAddress> others = member.others(port);
    if (!others.isEmpty() || !properties.containsKey("initial_hosts")) {
      String hosts = others.stream().map(StackRules::host).collect(Collectors.joining(","));
      String own = host(new InetSocketAddress(member.bindAddress(), port));
      properties.put("initial_hosts", hosts.isEmpty() ? own : hosts);
    }
    properties.putIfAbsent("port_range", "0");
  }

  private void writeDns(Map<String, String> properties) {
    if (settings.dnsName() != null) {
      properties.put("dns_query", settings.dnsName());
      properties.put("dns_record_type", settings.asksForServices() ? "SRV" : "A");
    }
    if (settings.dnsServer() != null) {
      properties.put("dns_address", settings.dnsServer());
    }
  }

  private static String host(InetSocketAddress peer) {
    return peer.getAddress().getHostAddress() + "[" + peer.getPort() + "]";
  }
}
