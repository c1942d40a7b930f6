package org.g2cl.cmi.client;

import java.util.Optional;

/**
 * Setting of the client: its name, the same as an entry of the naming environment and as a system
 * property; its default; and its meaning. An entry of the environment goes before a property.
 */
public enum ClientSetting {
  /** {@code g2cl.client.deadline}. */
  DEADLINE("deadline", "PT30S", "Longest time of a call, all attempts together"),
  /** {@code g2cl.client.connect-timeout}. */
  CONNECT_TIMEOUT("connect-timeout", "PT1S", "Longest time to connect to a server"),
  /** {@code g2cl.client.read-timeout}. */
  READ_TIMEOUT("read-timeout", "PT15S", "Silence after which a server counts as hung"),
  /** {@code g2cl.client.pool-size}. */
  POOL_SIZE("pool-size", "64", "Most connections to one server"),
  /** {@code g2cl.client.pool-wait}. */
  POOL_WAIT("pool-wait", "PT5S", "Longest time to wait for a free connection to a server"),
  /** {@code g2cl.client.idle-timeout}. */
  IDLE_TIMEOUT("idle-timeout", "PT30S", "Idleness after which a connection is closed"),
  /** {@code g2cl.client.set-aside}. */
  SET_ASIDE("set-aside", "PT5S", "Time for which a failed server is asked last"),
  /** {@code g2cl.client.sessions-remembered}. */
  SESSIONS_REMEMBERED(
      "sessions-remembered", "100000", "Sessions whose server is remembered; others are ranked"),
  /** {@code g2cl.client.policy}, and {@code g2cl.client.policy.<deployment id>} for one bean. */
  POLICY("policy", "RoundRobin", "RoundRobin, Random, FirstAvailable or a class"),
  /** {@code g2cl.client.strategy}, and {@code g2cl.client.strategy.<deployment id>}. */
  STRATEGY("strategy", "NoStrategy", "NoStrategy, LocalPreference or a class");

  static final String PREFIX = "g2cl.client.";

  private final String suffix;
  private final String defaultValue;
  private final String meaning;

  ClientSetting(String suffix, String defaultValue, String meaning) {
    this.suffix = suffix;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
  }

  /** Name, for instance {@code g2cl.client.read-timeout}. */
  public String key() {
    return PREFIX + suffix;
  }

  /** Value when nothing is set; durations in ISO-8601. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Meaning in one line. */
  public String meaning() {
    return meaning;
  }

  /** Deployment id in {@code g2cl.client.policy.Cart}, or empty for the key without one. */
  Optional<String> bean(String key) {
    boolean perBean = this == POLICY || this == STRATEGY;
    return perBean && key.startsWith(key() + ".")
        ? Optional.of(key.substring(key().length() + 1))
        : Optional.empty();
  }

  static Optional<ClientSetting> ofKey(String key) {
    for (ClientSetting setting : values()) {
      if (setting.key().equals(key) || setting.bean(key).isPresent()) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }
}
