package net.sf.jgcs.spi.jgroups;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.MemberSettings;
import net.sf.jgcs.spi.ProtocolProvider;

/**
 * Port, address and peers that a stack of the user's own has in its file, with the values that its
 * placeholders have in JGroups.
 */
final class OwnStack {
  private static final String PORT = "bind_port";
  private static final String ADDRESS = "bind_addr";
  private static final String HOSTS = "initial_hosts";
  private static final String RANGE = "port_range";

  /** Not the default of JGroups, which asks the port behind, too. */
  private static final String NO_RANGE = "0";

  private static final String PLACEHOLDER = "${";
  private static final String STATIC_DISCOVERY = "TCPPING";
  private static final int HIGHEST_PORT = 65_535;

  private final StackSettings settings;
  private final MemberSettings member;
  private final List<ConfiguredProtocol> protocols;
  private final UnaryOperator<String> substitution;

  OwnStack(
      StackSettings settings,
      List<ConfiguredProtocol> protocols,
      UnaryOperator<String> substitution) {
    this.settings = settings;
    this.member = settings.member();
    this.protocols = protocols;
    this.substitution = substitution;
  }

  /** Value with its placeholders replaced; empty where one has none, or is not closed. */
  private String value(ConfiguredProtocol protocol, String key) {
    try {
      String replaced = substitution.apply(protocol.properties().getOrDefault(key, ""));
      return replaced == null || replaced.contains(PLACEHOLDER) ? "" : replaced.strip();
    } catch (IllegalArgumentException e) {
      return ""; // JGroups 4.2 refuses such a stack
    }
  }

  /**
   * Port of the transport, or 0 for none.
   *
   * @throws GroupException when it is no port
   */
  int port() throws GroupException {
    ConfiguredProtocol transport = protocols.get(0);
    if (!transport.properties().containsKey(PORT)) {
      return 0;
    }
    try {
      int port = Integer.parseInt(value(transport, PORT));
      if (port >= 0 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new GroupException(noPort(transport).getMessage(), e);
    }
    throw noPort(transport);
  }

  private GroupException noPort(ConfiguredProtocol transport) {
    String written = transport.properties().get(PORT);
    String replaced = value(transport, PORT);
    String rule = "a port is 0 to 65535";
    if (replaced.isEmpty()) {
      rule = "no system property and no variable of the environment gives it a value";
    } else if (!replaced.equals(written)) {
      rule = "it stands for '" + replaced + "', and a port is 0 to 65535";
    }
    return settings.wrongStack(
        "its %s has %s=\"%s\": %s. Correct it, or set '%s'"
            .formatted(transport.name(), PORT, written, rule, ProtocolProvider.BIND_PORT));
  }

  /** Sentence about an address of these protocols that is not used, though the file has it. */
  Optional<String> unusedAddress(Set<String> bound) {
    return protocols.stream()
        .filter(protocol -> bound.contains(protocol.simpleName()))
        .filter(protocol -> !isUsed(value(protocol, ADDRESS)))
        .findFirst()
        .map(
            protocol ->
                "stack '%s' has %s=\"%s\" in %s, which is not used: sockets are bound to %s. Set '%s' to have another address."
                    .formatted(
                        settings.stackName(),
                        ADDRESS,
                        value(protocol, ADDRESS),
                        protocol.name(),
                        member.bindAddress().getHostAddress(),
                        ProtocolProvider.BIND_ADDRESS));
  }

  private boolean isUsed(String addresses) {
    return addresses.isEmpty()
        || Arrays.stream(addresses.split(",", -1)).map(String::strip).anyMatch(this::isOwn);
  }

  /** Whether an address as JGroups allows it, or a word in its place, is this member's. */
  private boolean isOwn(String address) {
    InetAddress own = member.bindAddress();
    return switch (address.toUpperCase(Locale.ROOT)) {
      case "LOOPBACK" -> own.isLoopbackAddress();
      case "NON_LOOPBACK" -> !own.isLoopbackAddress();
      case "SITE_LOCAL" -> own.isSiteLocalAddress();
      case "LINK_LOCAL" -> own.isLinkLocalAddress();
      default -> isResolvedTo(own, address);
    };
  }

  private static boolean isResolvedTo(InetAddress own, String host) {
    try {
      return InetAddress.getByName(host).equals(own);
    } catch (UnknownHostException e) {
      return false; // also what selects an interface by a pattern
    }
  }

  /** Hosts and ports that static discovery asks, but for this member on the given port. */
  List<String> peers(int ownPort) {
    return protocols.stream()
        .filter(protocol -> protocol.simpleName().equals(STATIC_DISCOVERY))
        .flatMap(protocol -> peers(protocol, ownPort))
        .toList();
  }

  private Stream<String> peers(ConfiguredProtocol discovery, int ownPort) {
    boolean single = value(discovery, RANGE).equals(NO_RANGE);
    return Arrays.stream(value(discovery, HOSTS).split(",", -1))
        .map(String::strip)
        .filter(peer -> !peer.isEmpty())
        .filter(peer -> !(single && isMember(peer, ownPort)));
  }

  private boolean isMember(String peer, int ownPort) {
    String port = "[" + ownPort + "]";
    return peer.endsWith(port)
        && isResolvedTo(member.bindAddress(), peer.substring(0, peer.length() - port.length()));
  }
}
