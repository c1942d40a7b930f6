package net.sf.jgcs.spi.jgroups;

import java.io.Serializable;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.MemberSettings;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;
import net.sf.jgcs.spi.SettingsFile;

/**
 * Settings of one protocol on JGroups, checked.
 *
 * @param engine name of the engine, for messages
 * @param member what every engine has
 * @param dnsName names that resolve to the members, separated by commas, or null for none
 * @param dnsServer host:port of the server to ask for SRV records, or null for the system's
 * @param multicast multicast address and port of the group, or null for the stack's
 * @param tls null when TLS is off
 * @param packing whether small messages in total order travel together
 */
public record StackSettings(
    String engine,
    MemberSettings member,
    String dnsName,
    String dnsServer,
    InetSocketAddress multicast,
    TlsSettings tls,
    boolean packing)
    implements Serializable {
  /** Server to ask for SRV records, host:port; default the system's. */
  public static final String DNS_SERVER = "dns-server";

  /** Multicast address and port for a stack on UDP, host:port. */
  public static final String MULTICAST = "multicast";

  private static final int LONGEST_GROUP = 1000;
  private static final int LAST_OF_LATIN_1 = 0xff;
  private static final String TCP = "tcp";
  private static final String UDP = "udp";
  private static final String FILE_OF_SETTINGS = ".properties";

  /**
   * Reads them, and those in the file that {@link ProtocolProvider#STACK} names when it ends in
   * {@code .properties}.
   *
   * @throws GroupException when one is unknown or wrong; the message names it, its value and the
   *     rule
   */
  public static StackSettings of(String engine, Map<String, String> properties)
      throws GroupException {
    ProviderSettings settings = new ProviderSettings(engine, properties, own());
    if (settings.text(ProtocolProvider.STACK, "").endsWith(FILE_OF_SETTINGS)) {
      Map<String, String> all = SettingsFile.merged(settings, properties);
      settings =
          new ProviderSettings(engine, all, own(), settings.text(ProtocolProvider.STACK, ""));
    }
    StackSettings made =
        new StackSettings(
            engine,
            MemberSettings.of(settings),
            settings.text(ProtocolProvider.PEERS_DNS, null),
            settings.text(DNS_SERVER, null),
            multicast(settings),
            TlsSettings.of(settings),
            settings.flag(ProtocolProvider.PACKING, true));
    made.check(settings);
    return made;
  }

  private static Set<String> own() {
    Set<String> own = new HashSet<>(TlsSettings.KEYS);
    own.addAll(Set.of(ProtocolProvider.PEERS_DNS, ProtocolProvider.PACKING, DNS_SERVER, MULTICAST));
    return own;
  }

  private static InetSocketAddress multicast(ProviderSettings settings) throws GroupException {
    List<InetSocketAddress> found = settings.addresses(MULTICAST);
    if (found.isEmpty()) {
      return null;
    }
    String text = settings.text(MULTICAST, "");
    InetSocketAddress address =
        new InetSocketAddress(found.get(0).getHostString(), found.get(0).getPort());
    if (found.size() > 1 || address.isUnresolved() || !address.getAddress().isMulticastAddress()) {
      throw settings.wrong(
          MULTICAST, text, "it is one multicast address, 224.0.0.0 to 239.255.255.255, and port");
    }
    return address;
  }

  private void check(ProviderSettings settings) throws GroupException {
    if (dnsName == null) {
      return;
    }
    if (!member.peers().isEmpty()) {
      throw settings.wrong(
          ProtocolProvider.PEERS_DNS,
          dnsName,
          "members are found by it or by '%s'; set one of the two only"
              .formatted(ProtocolProvider.PEERS));
    }
    if (member.bindPort() == 0 && !asksForServices()) {
      throw settings.wrong(
          ProtocolProvider.PEERS_DNS,
          dnsName,
          "a name tells hosts but no ports: give all members the same '%s'"
              .formatted(ProtocolProvider.BIND_PORT));
    }
  }

  /** Tells whether SRV records are asked for, which tell ports, too. */
  boolean asksForServices() {
    return dnsName != null && dnsName.startsWith("_");
  }

  /**
   * Checks the name of a group, of which JGroups sends one byte for each character and its length
   * in two: names that it would cut could make one group of two.
   *
   * @throws GroupException when it is empty, longer than 1,000 characters, or not in Latin-1
   */
  public void checkGroup(String name) throws GroupException {
    boolean latin1 = name.chars().allMatch(character -> character <= LAST_OF_LATIN_1);
    if (name.isEmpty() || name.length() > LONGEST_GROUP || !latin1) {
      throw new GroupException(
          "engine '%s': group '%.40s' (%d characters): a name has 1 to %d characters of Latin-1; name it otherwise"
              .formatted(engine, name, name.length(), LONGEST_GROUP));
    }
  }

  /** See {@link ProtocolProvider#unguardedHost}. */
  public Optional<String> unguardedHost() {
    return tls == null ? Optional.of(member.bindAddress().getHostAddress()) : Optional.empty();
  }

  /** Stack as it was set, for messages. */
  public String stackName() {
    return member.stack() == null ? TCP : member.stack();
  }

  /** Failure that names the stack and the rule that it breaks. */
  GroupException wrongStack(String rule) {
    return new GroupException(
        "engine '%s': setting '%s' has the value '%s': %s"
            .formatted(engine, ProtocolProvider.STACK, stackName(), rule));
  }

  /** Resource beside the binding's classes that holds the stack, or null when it is the user's. */
  public String shippedStack() {
    String stack = member.stack();
    if (stack == null) {
      return TCP + ".xml";
    }
    return stack.equals(TCP) || stack.equals(UDP) ? stack + ".xml" : null;
  }
}
