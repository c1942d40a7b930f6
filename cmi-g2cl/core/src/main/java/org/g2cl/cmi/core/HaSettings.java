package org.g2cl.cmi.core;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import net.sf.jgcs.spi.ProtocolProvider;
import org.g2cl.propagation.PartitionRule;
import org.g2cl.propagation.PropagationSettings;
import org.g2cl.propagation.ReplicationMode;

/**
 * Settings of a {@link HaService}, checked when built; immutable.
 *
 * <p>What a property can set, the builder can, under the same names: see {@link HaSetting}.
 */
public final class HaSettings {
  private static final Duration LEAST = Duration.ofMillis(1);
  private static final Duration MOST = Duration.ofDays(365);

  /** Longer than clients send a request again by default, and than messages are under way. */
  private static final Duration LEAST_RETENTION = Duration.ofMinutes(1);

  private static final int MOST_PORT = 65_535;

  private final Map<HaSetting, String> values;
  private final PropagationSettings propagation;
  private final PartitionRule partition;

  private HaSettings(Map<HaSetting, String> values) {
    this.values = values;
    this.propagation = readPropagation();
    this.partition = PartitionReader.read(this);
    nonBlank(HaSetting.ENGINE);
    nonBlank(HaSetting.GROUP);
    duration(HaSetting.JOIN_TIMEOUT);
    duration(HaSetting.LEAVE_TIMEOUT);
    retention(HaSetting.MARKER_RETENTION);
    retention(HaSetting.TOMBSTONE_RETENTION);
    acknowledgeTimeout();
    number(HaSetting.BIND_PORT, 0, MOST_PORT);
    statusPort();
    location();
    memoryLimit();
    passivationFolder();
    unprotected();
    ChainProperties.check(this);
  }

  /** Builder in which every setting has its default. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Settings of the environment and of system properties, the latter winning.
   *
   * @throws HaException when a value is wrong, or a name is none of a setting; the message names
   *     setting, value and rule
   */
  public static HaSettings fromSystem() {
    return builder().setFromSystem().build();
  }

  /** Value of a setting as text; never null. */
  public String get(HaSetting setting) {
    return values.getOrDefault(setting, setting.defaultValue());
  }

  /** Value of a setting that is a duration: a millisecond to 365 days. */
  public Duration duration(HaSetting setting) {
    String rule = "it must be an ISO-8601 duration such as PT10S, from PT0.001S to P365D";
    try {
      Duration duration = Duration.parse(get(setting).strip());
      if (duration.compareTo(LEAST) < 0 || duration.compareTo(MOST) > 0) {
        throw wrong(setting, rule);
      }
      return duration;
    } catch (DateTimeParseException e) {
      throw wrong(setting, rule);
    }
  }

  private void retention(HaSetting setting) {
    if (duration(setting).compareTo(LEAST_RETENTION) < 0) {
      throw wrong(
          setting,
          "it must be PT1M or longer, since what comes late would find nothing that refuses it");
    }
  }

  private void acknowledgeTimeout() {
    Duration call = duration(HaSetting.CALL_TIMEOUT);
    if (duration(HaSetting.ACKNOWLEDGE_TIMEOUT).compareTo(call) > 0) {
      throw wrong(
          HaSetting.ACKNOWLEDGE_TIMEOUT,
          "it must be at most %s, which is %s, since no call would wait for the next backup; lower it or raise that"
              .formatted(HaSetting.CALL_TIMEOUT.key(), call));
    }
  }

  /** Settings of the state propagation. */
  public PropagationSettings propagation() {
    return propagation;
  }

  /** Most bytes of states and replies. */
  public ContentLimits limits() {
    return ContentLimits.of(propagation);
  }

  /** What this node does when it sees only a part of the group. */
  public PartitionRule partition() {
    return partition;
  }

  /** Host and port at which clients reach this node's beans. */
  public String location() {
    String location = get(HaSetting.LOCATION);
    if (!isReadByClients(location)) {
      throw wrong(
          HaSetting.LOCATION,
          "it must be host:port with a port from 1 to 65535, and a host as a URI has it: a name of letters, digits, '-' and '.', or an address, that of IPv6 in brackets");
    }
    return location;
  }

  /** Clients are told of it as a URI; they pass over one without a host, such as a name with _. */
  private static boolean isReadByClients(String location) {
    try {
      URI uri = new URI("ejbd://" + location);
      return location.equals(uri.getHost() + ":" + uri.getPort())
          && uri.getPort() >= 1
          && uri.getPort() <= MOST_PORT;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Most bytes of states in memory, or empty for no limit. */
  public OptionalLong memoryLimit() {
    try {
      long limit = Long.parseLong(get(HaSetting.MEMORY_LIMIT).strip());
      if (limit < 0) {
        throw wrong(HaSetting.MEMORY_LIMIT, "it must not be negative");
      }
      return limit == 0 ? OptionalLong.empty() : OptionalLong.of(limit);
    } catch (NumberFormatException e) {
      throw wrong(HaSetting.MEMORY_LIMIT, "it must be a number of bytes");
    }
  }

  /** Folder of this node alone for states that leave memory. */
  public Path passivationFolder() {
    String folder = get(HaSetting.PASSIVATION_FOLDER).strip();
    try {
      Path parent =
          folder.isEmpty()
              ? Path.of(
                  System.getProperty("java.io.tmpdir"), "g2cl-" + System.getProperty("user.name"))
              : Path.of(folder);
      return parent.resolve(get(HaSetting.GROUP) + "-" + location().replace(':', '-'));
    } catch (InvalidPathException e) {
      throw wrong(HaSetting.PASSIVATION_FOLDER, "it and the group's name must make a path");
    }
  }

  /** Name of this node for people. */
  public String name() {
    return isSet(HaSetting.NAME) ? get(HaSetting.NAME).strip() : location();
  }

  /** Port of the page, 0 for a free one; empty when no page is wanted. */
  public OptionalInt statusPort() {
    return isSet(HaSetting.STATUS_PORT)
        ? OptionalInt.of(number(HaSetting.STATUS_PORT, 0, MOST_PORT))
        : OptionalInt.empty();
  }

  /** Whether others are to be found when joining. */
  public boolean expectsCompany() {
    return isSet(HaSetting.PEERS) || isSet(HaSetting.PEERS_DNS);
  }

  /**
   * Settings of the engine of a member.
   *
   * @param provider of the engine
   * @param memberName its name in the engine's logs
   */
  public Map<String, String> engineProperties(ProtocolProvider provider, String memberName) {
    var properties = new HashMap<String, String>();
    properties.put(ProtocolProvider.BIND_ADDRESS, get(HaSetting.BIND_ADDRESS));
    properties.put(ProtocolProvider.BIND_PORT, get(HaSetting.BIND_PORT));
    properties.put(ProtocolProvider.MEMBER_NAME, memberName);
    if (provider.packs()) {
      // members of a build before cannot read them, and few messages gain nothing
      properties.put(ProtocolProvider.PACKING, "false");
    }
    putIfSet(properties, ProtocolProvider.PEERS, HaSetting.PEERS);
    putIfSet(properties, ProtocolProvider.PEERS_DNS, HaSetting.PEERS_DNS);
    putIfSet(properties, ProtocolProvider.STACK, HaSetting.STACK);
    return properties;
  }

  private void putIfSet(Map<String, String> properties, String key, HaSetting setting) {
    if (isSet(setting)) {
      properties.put(key, get(setting));
    }
  }

  boolean isSet(HaSetting setting) {
    return !get(setting).isBlank();
  }

  /** Whether members are authenticated and messages encrypted. */
  public boolean encrypted() {
    return ChainProperties.hasKey(this);
  }

  /**
   * Whether strangers could join: others than this machine reach the group's address, and members
   * show neither a key nor a certificate of TLS. What else a stack file protects by is not seen.
   *
   * @throws GroupException when the address cannot be resolved, or the engine's settings are wrong
   */
  boolean exposed() throws GroupException {
    if (encrypted()) {
      return false;
    }
    Optional<String> host = unguardedHost();
    return host.isPresent() && !isLoopback(host.get());
  }

  /** Of an engine that is not there nothing is known; who starts it is told that it is missing. */
  private Optional<String> unguardedHost() throws GroupException {
    ProtocolProvider provider;
    try {
      provider = Protocols.provider(get(HaSetting.ENGINE));
    } catch (GroupException missing) {
      return Optional.of(get(HaSetting.BIND_ADDRESS));
    }
    return provider.unguardedHost(engineProperties(provider, location()));
  }

  private static boolean isLoopback(String host) throws GroupException {
    try {
      return InetAddress.getByName(host.strip()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new GroupException(
          "%s is '%s', and the name of this host cannot be resolved; correct it, or give the address"
              .formatted(HaSetting.BIND_ADDRESS.key(), host),
          e);
    }
  }

  /** Whether a member is to start though it is {@link #exposed}. */
  boolean unprotected() {
    return switch (get(HaSetting.UNPROTECTED).strip().toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw wrong(HaSetting.UNPROTECTED, "it must be true or false");
    };
  }

  /** Settings of the decorators between this node and the group, encryption among them. */
  public Map<String, String> chainProperties() {
    return ChainProperties.of(this);
  }

  private PropagationSettings readPropagation() {
    int backups = number(HaSetting.BACKUPS, 0, 1_000);
    int minimumCopies = number(HaSetting.MINIMUM_COPIES, 0, 1_000);
    ReplicationMode mode = mode();
    boolean counted = mode == ReplicationMode.SYNCHRONOUS || mode == ReplicationMode.ASYNCHRONOUS;
    if (counted && minimumCopies > backups) {
      throw wrong(
          HaSetting.MINIMUM_COPIES,
          "it must be at most %s, which is %d; lower it or raise that"
              .formatted(HaSetting.BACKUPS.key(), backups));
    }
    if (mode == ReplicationMode.ASYNCHRONOUS && minimumCopies > 0) {
      throw wrong(
          HaSetting.MINIMUM_COPIES,
          "with %s=asynchronous no call waits for a copy; set it to 0, or another mode"
              .formatted(HaSetting.MODE.key()));
    }
    try {
      return PropagationSettings.builder()
          .backups(backups)
          .minimumCopies(minimumCopies)
          .acknowledgeTimeout(duration(HaSetting.ACKNOWLEDGE_TIMEOUT))
          .callTimeout(duration(HaSetting.CALL_TIMEOUT))
          .maxStateBytes(number(HaSetting.MAX_STATE_BYTES, 1, ContentLimits.MOST_STATE_BYTES))
          .repliesKept(number(HaSetting.REPLIES_KEPT, 1, PropagationSettings.MOST_REPLIES_KEPT))
          .tombstoneRetention(duration(HaSetting.TOMBSTONE_RETENTION))
          .repairPerSecond(number(HaSetting.REPAIRS_PER_SECOND, 1, 1_000_000))
          .mode(mode)
          .build();
    } catch (IllegalArgumentException e) {
      throw new HaException("settings of the state propagation are wrong: " + e.getMessage(), e);
    }
  }

  private ReplicationMode mode() {
    String name = get(HaSetting.MODE).strip();
    for (ReplicationMode mode : ReplicationMode.values()) {
      if (mode.name().equalsIgnoreCase(name)) {
        return mode;
      }
    }
    throw wrong(HaSetting.MODE, "it must be synchronous, majority, all or asynchronous");
  }

  private void nonBlank(HaSetting setting) {
    if (get(setting).isBlank()) {
      throw wrong(setting, "it must not be empty");
    }
  }

  int number(HaSetting setting, int minimum, int maximum) {
    String rule = "it must be a whole number from %d to %d".formatted(minimum, maximum);
    try {
      int number = Integer.parseInt(get(setting).strip());
      if (number < minimum || number > maximum) {
        throw wrong(setting, rule);
      }
      return number;
    } catch (NumberFormatException e) {
      throw wrong(setting, rule);
    }
  }

  HaException wrong(HaSetting setting, String rule) {
    return new HaException(
        "%s is '%s'; %s%s".formatted(setting.key(), shown(setting), rule, defaultOf(setting)));
  }

  private static String defaultOf(HaSetting setting) {
    return setting.defaultValue().isEmpty()
        ? ""
        : " (default %s)".formatted(setting.defaultValue());
  }

  private String shown(HaSetting setting) {
    return setting.secret() && isSet(setting) ? "(not shown)" : get(setting);
  }

  /** Shows no secret. */
  @Override
  public String toString() {
    var shown = new EnumMap<HaSetting, String>(HaSetting.class);
    values.keySet().forEach(setting -> shown.put(setting, shown(setting)));
    return "HaSettings" + shown;
  }

  /** Builder of {@link HaSettings}; not thread-safe. */
  public static final class Builder {
    private final Map<HaSetting, String> values = new EnumMap<>(HaSetting.class);

    private Builder() {}

    /** Sets a value as text; durations in ISO-8601. */
    public Builder set(HaSetting setting, String value) {
      values.put(setting, value);
      return this;
    }

    /** Sets a whole number. */
    public Builder set(HaSetting setting, int value) {
      return set(setting, Integer.toString(value));
    }

    /** Sets a duration. */
    public Builder set(HaSetting setting, Duration value) {
      return set(setting, value.toString());
    }

    /**
     * Sets all properties whose name starts with {@code g2cl.}.
     *
     * @throws HaException when there is no setting of that name; the message names the nearest and
     *     lists all
     */
    public Builder setAll(Map<String, String> properties) {
      properties.forEach(
          (key, value) -> set(HaSetting.ofKey(key).orElseThrow(() -> unknown(key)), value));
      return this;
    }

    /**
     * Sets what the environment and, winning over it, the system properties say.
     *
     * @throws HaException when a system property begins with {@code g2cl.} and is of no setting, of
     *     the HA service or another part of ours; the message names the nearest that there is
     */
    public Builder setFromSystem() {
      SettingNames.checkSystem();
      for (HaSetting setting : HaSetting.values()) {
        Optional.ofNullable(System.getenv(setting.environmentKey()))
            .ifPresent(value -> set(setting, value));
        Optional.ofNullable(System.getProperty(setting.key()))
            .ifPresent(value -> set(setting, value));
      }
      return this;
    }

    /**
     * Checks all values.
     *
     * @throws HaException when one is wrong; the message names setting, value and rule
     */
    public HaSettings build() {
      return new HaSettings(new EnumMap<>(values));
    }

    private static HaException unknown(String key) {
      List<String> known = Arrays.stream(HaSetting.values()).map(HaSetting::key).toList();
      return new HaException(
          "there is no setting '%s'; write %s. There are %s"
              .formatted(key, NearestName.of(key, known), known));
    }
  }
}
