package org.g2cl.jgcs.spread;

import java.io.Serializable;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;
import net.sf.jgcs.spi.SettingsFile;

/**
 * Settings of one protocol, checked; hosts are resolved when a connection is made.
 *
 * @param daemons unresolved addresses, tried in this order
 */
record SpreadSettings(
    String bindAddress,
    List<InetSocketAddress> daemons,
    String memberName,
    Duration connectTimeout,
    Duration joinTimeout,
    Duration reconnectTimeout,
    Duration failureTimeout,
    int fragmentBytes,
    int queueBytes)
    implements Serializable {
  static final String CONNECT_TIMEOUT = "connect-timeout";
  static final String JOIN_TIMEOUT = "join-timeout";
  static final String RECONNECT_TIMEOUT = "reconnect-timeout";
  static final String FAILURE_TIMEOUT = "failure-timeout";
  static final String FRAGMENT_BYTES = "fragment-bytes";
  static final String QUEUE_BYTES = "queue-bytes";
  static final int SMALLEST_FRAGMENT = 100;

  private static final String DEFAULT_ADDRESS = "127.0.0.1";
  private static final String DEFAULT_MEMBER_NAME = "member";
  private static final int DEFAULT_PORT = 4803;
  private static final Duration DEFAULT_CONNECT = Duration.ofSeconds(3);
  private static final Duration DEFAULT_JOIN = Duration.ofSeconds(15);
  private static final Duration DEFAULT_RECONNECT = Duration.ofMinutes(1);
  private static final Duration DEFAULT_FAILURE = Duration.ofSeconds(5);
  private static final Duration SHORTEST_FAILURE = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int DEFAULT_FRAGMENT = 100_000;
  private static final int LARGEST_FRAGMENT = 140_000;
  private static final int DEFAULT_QUEUE = 64 << 20;
  private static final int SMALLEST_QUEUE = 1 << 20;
  private static final Set<String> OWN =
      Set.of(
          CONNECT_TIMEOUT,
          JOIN_TIMEOUT,
          RECONNECT_TIMEOUT,
          FAILURE_TIMEOUT,
          FRAGMENT_BYTES,
          QUEUE_BYTES);

  SpreadSettings {
    daemons = List.copyOf(daemons);
  }

  /** Reads the properties, which go before those of the file that {@code stack} names. */
  static SpreadSettings of(Map<String, String> properties) throws GroupException {
    ProviderSettings given = new ProviderSettings(SpreadProtocolProvider.NAME, properties, OWN);
    Map<String, String> all = SettingsFile.read(given);
    all.putAll(properties);
    String file = given.text(ProtocolProvider.STACK, null);
    return read(new ProviderSettings(SpreadProtocolProvider.NAME, all, OWN, file));
  }

  private static SpreadSettings read(ProviderSettings settings) throws GroupException {
    settings.port(ProtocolProvider.BIND_PORT, 0);
    List<InetSocketAddress> daemons = settings.addresses(ProtocolProvider.PEERS);
    return new SpreadSettings(
        settings.text(ProtocolProvider.BIND_ADDRESS, DEFAULT_ADDRESS),
        daemons.isEmpty()
            ? List.of(InetSocketAddress.createUnresolved(DEFAULT_ADDRESS, DEFAULT_PORT))
            : daemons,
        settings.text(ProtocolProvider.MEMBER_NAME, DEFAULT_MEMBER_NAME),
        duration(settings, CONNECT_TIMEOUT, DEFAULT_CONNECT, Duration.ofMillis(1)),
        duration(settings, JOIN_TIMEOUT, DEFAULT_JOIN, Duration.ofMillis(1)),
        duration(settings, RECONNECT_TIMEOUT, DEFAULT_RECONNECT, Duration.ZERO),
        failureTimeout(settings),
        number(settings, FRAGMENT_BYTES, DEFAULT_FRAGMENT, SMALLEST_FRAGMENT, LARGEST_FRAGMENT),
        number(settings, QUEUE_BYTES, DEFAULT_QUEUE, SMALLEST_QUEUE, Integer.MAX_VALUE));
  }

  private static Duration failureTimeout(ProviderSettings settings) throws GroupException {
    Duration timeout = duration(settings, FAILURE_TIMEOUT, DEFAULT_FAILURE, Duration.ZERO);
    if (!timeout.isZero() && timeout.compareTo(SHORTEST_FAILURE) < 0) {
      throw settings.wrong(
          FAILURE_TIMEOUT,
          timeout.toString(),
          "must be PT0S, for never, or %s to %s".formatted(SHORTEST_FAILURE, LONGEST));
    }
    return timeout;
  }

  private static Duration duration(
      ProviderSettings settings, String key, Duration byDefault, Duration shortest)
      throws GroupException {
    String value = settings.text(key, null);
    if (value == null) {
      return byDefault;
    }
    try {
      Duration parsed = Duration.parse(value);
      if (parsed.compareTo(shortest) >= 0 && parsed.compareTo(LONGEST) <= 0) {
        return parsed;
      }
    } catch (DateTimeParseException e) {
      throw new GroupException(
          settings.wrong(key, value, "a duration has the form PT3S").getMessage(), e);
    }
    throw settings.wrong(key, value, "must be %s to %s".formatted(shortest, LONGEST));
  }

  private static int number(
      ProviderSettings settings, String key, int byDefault, int lowest, int highest)
      throws GroupException {
    String value = settings.text(key, null);
    if (value == null) {
      return byDefault;
    }
    try {
      int parsed = Integer.parseInt(value);
      if (parsed >= lowest && parsed <= highest) {
        return parsed;
      }
    } catch (NumberFormatException e) {
      throw new GroupException(
          settings.wrong(key, value, "must be a number of bytes").getMessage(), e);
    }
    throw settings.wrong(key, value, "must be %d to %d bytes".formatted(lowest, highest));
  }

  /** Longest payload of a message; two of them fit into the queue of a receiver. */
  int longestMessage() {
    return queueBytes / 2;
  }
}
