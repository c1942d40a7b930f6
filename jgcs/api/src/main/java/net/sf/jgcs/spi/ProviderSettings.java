package net.sf.jgcs.spi;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import net.sf.jgcs.GroupException;

/**
 * Reader of the settings of a {@link ProtocolProvider} that names what is wrong.
 *
 * <p>An addition to jGCS 0.8. A setting that is absent or blank has its default.
 */
public final class ProviderSettings {
  private static final Set<String> COMMON =
      Set.of(
          ProtocolProvider.BIND_ADDRESS,
          ProtocolProvider.BIND_PORT,
          ProtocolProvider.PEERS,
          ProtocolProvider.MEMBER_NAME,
          ProtocolProvider.STACK);
  private static final int HIGHEST_PORT = 65_535;

  private final String engine;
  private final Map<String, String> values;

  /**
   * Takes the settings of an engine.
   *
   * @param own keys that this engine has besides those of {@link ProtocolProvider}
   * @throws GroupException when a key is unknown; the message lists those that are known
   */
  public ProviderSettings(String engine, Map<String, String> values, Set<String> own)
      throws GroupException {
    this(engine, values, own, null);
  }

  /**
   * Takes the settings of an engine, given directly and in a file.
   *
   * @param file with the keys that were not checked before, for messages; null for none
   * @throws GroupException as above
   */
  public ProviderSettings(String engine, Map<String, String> values, Set<String> own, String file)
      throws GroupException {
    this.engine = engine;
    this.values = Map.copyOf(values);
    Set<String> known = new TreeSet<>(COMMON);
    known.addAll(own);
    for (String key : new TreeSet<>(values.keySet())) {
      if (!known.contains(key)) {
        throw new GroupException(
            "engine '%s' has no setting '%s' (value '%s'%s); it knows: %s"
                .formatted(
                    engine,
                    key,
                    values.get(key),
                    file == null ? "" : ", in file '" + file + "'",
                    String.join(", ", known)));
      }
    }
  }

  /** Value of a setting, or the default, which may be null. */
  public String text(String key, String byDefault) {
    String value = values.getOrDefault(key, "").strip();
    return value.isEmpty() ? byDefault : value;
  }

  /** Port number of a setting, 0 to 65535. */
  public int port(String key, int byDefault) throws GroupException {
    String value = text(key, null);
    return value == null ? byDefault : parsePort(key, value, value);
  }

  /** Setting that is {@code true} or {@code false}. */
  public boolean flag(String key, boolean byDefault) throws GroupException {
    String value = text(key, Boolean.toString(byDefault));
    if (!value.equals("true") && !value.equals("false")) {
      throw wrong(key, value, "it is true or false");
    }
    return value.equals("true");
  }

  /** Unresolved addresses of a setting of the form {@code host:port,host:port}; may be empty. */
  public List<InetSocketAddress> addresses(String key) throws GroupException {
    List<InetSocketAddress> found = new ArrayList<>();
    for (String part : text(key, "").split(",", -1)) {
      if (!part.isBlank()) {
        found.add(parseAddress(key, part.strip()));
      }
    }
    return found;
  }

  private InetSocketAddress parseAddress(String key, String part) throws GroupException {
    int colon = part.lastIndexOf(':');
    if (colon <= 0) {
      throw wrong(key, part, "an address has the form host:port, for instance 127.0.0.1:7800");
    }
    int port = parsePort(key, part, part.substring(colon + 1));
    if (port == 0) {
      throw wrong(key, part, "the port of a peer is 1 to 65535");
    }
    return InetSocketAddress.createUnresolved(part.substring(0, colon), port);
  }

  private int parsePort(String key, String value, String digits) throws GroupException {
    try {
      int port = Integer.parseInt(digits);
      if (port >= 0 && port <= HIGHEST_PORT) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new GroupException(wrong(key, value, "a port is a number").getMessage(), e);
    }
    throw wrong(key, value, "a port is 0 to 65535");
  }

  /** Failure that names a setting, its value and the rule that it breaks. */
  public GroupException wrong(String key, String value, String rule) {
    return new GroupException(
        "engine '%s': setting '%s' has the value '%s': %s".formatted(engine, key, value, rule));
  }
}
