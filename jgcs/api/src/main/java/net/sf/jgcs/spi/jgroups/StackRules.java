package net.sf.jgcs.spi.jgroups;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
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

  /** Protocols with sockets, each of which gets the member's address. */
  private static final Set<String> BOUND =
      Set.of(
          "TCP",
          "TCP_NIO2",
          OWN_TCP,
          "UDP",
          "FD_SOCK",
          "FD_SOCK2",
          "WATCHFULFDSOCK",
          "WATCHFULFDSOCK2",
          "MPING");

  private static final Set<String> WITH_TLS = Set.of("TCP", OWN_TCP);

  private static final Set<String> UNSAFE =
      Set.of("STATE_TRANSFER", "STATE", "STATE_SOCK", "COUNTER", "CENTRAL_EXECUTOR");

  private final StackSettings settings;
  private final MemberSettings member;
  private final String diagnostics;
  private final Set<String> protocols;
  private final OwnStack own;
  private final int ownPort;

  /**
   * Creates rules for one stack.
   *
   * @param diagnostics attribute of the transport that switches diagnostics
   * @param read protocols of the stack as it was read, the transport first
   * @param substitution JGroups' own, which gives placeholders their values; null for none
   * @throws GroupException when the stack cannot do what the settings ask for, or its port is none;
   *     the message names the setting
   */
  public StackRules(
      StackSettings settings,
      String diagnostics,
      List<ConfiguredProtocol> read,
      UnaryOperator<String> substitution)
      throws GroupException {
    this.settings = settings;
    this.member = settings.member();
    this.diagnostics = diagnostics;
    this.protocols = read.stream().map(ConfiguredProtocol::simpleName).collect(Collectors.toSet());
    this.own = new OwnStack(settings, read, substitution);
    check();
    this.ownPort = isShipped() || member.bindPort() > 0 ? 0 : own.port();
  }

  private boolean isShipped() {
    return settings.shippedStack() != null;
  }

  private void check() throws GroupException {
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
          settings.multicast().getHostString() + ":" + settings.multicast().getPort(),
          "it needs UDP in the stack, as '" + ProtocolProvider.STACK + "=udp' has it");
    }
  }

  private GroupException refused(String key, String value, String rule) {
    return new GroupException(
        "engine '%s': setting '%s' has the value '%s': %s (stack '%s')"
            .formatted(settings.engine(), key, value, rule, settings.stackName()));
  }

  /**
   * Tells whether a protocol of a user's own stack is left out: those that no group needs, and that
   * make objects of classes that a packet names.
   */
  public static boolean isLeftOut(String protocol) {
    return UNSAFE.contains(ConfiguredProtocol.simpleName(protocol));
  }

  /** Tells whether the stack puts messages in total order. */
  public boolean hasSequencer() {
    return protocols.stream().anyMatch(name -> name.contains("SEQUENCER"));
  }

  /** Tells whether the binding has to choose a port: JGroups refuses port 0 with static peers. */
  public boolean needsPort() {
    return hasStaticPeers() && ownPort == 0;
  }

  /**
   * Port of the transport: the chosen one, or that of a stack of the user's own.
   *
   * @param chosen 0 when none was
   * @return 0 to leave the choice to JGroups
   */
  public int port(int chosen) {
    return chosen > 0 ? chosen : ownPort;
  }

  /**
   * Hosts and ports that are asked for the group, but for this member's own: of the settings, or of
   * a stack of the user's own.
   *
   * @param port of this member
   */
  public List<String> peers(int port) {
    List<InetSocketAddress> others = member.others(port);
    if (others.isEmpty() && !isShipped() && settings.dnsName() == null) {
      return own.peers(port);
    }
    return others.stream()
        .map(peer -> peer.getAddress().getHostAddress() + ":" + peer.getPort())
        .toList();
  }

  /** Sentence about an address that a stack of the user's own has, and that is not used. */
  public Optional<String> unusedAddress() {
    return isShipped() ? Optional.empty() : own.unusedAddress(BOUND);
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
    return switch (ConfiguredProtocol.simpleName(name)) {
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
    switch (ConfiguredProtocol.simpleName(protocol)) {
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
        if (isShipped() && alone(port)) {
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
