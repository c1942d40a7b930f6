package org.g2cl.cmi.client;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings of the client, checked; each has a default, see {@link ClientSetting}.
 *
 * @param deadline longest time of a call, all attempts together
 * @param connectTimeout longest time to connect
 * @param readTimeout silence after which a server counts as hung; a method that takes longer needs
 *     a longer one
 * @param poolSize most connections to one server
 * @param poolWait longest time to wait for a free connection
 * @param idleTimeout idleness after which a connection is closed
 * @param setAside time for which a failed server is asked last
 * @param sessionsRemembered sessions whose server is remembered
 * @param policies names of policies by deployment id; the empty id for all others
 * @param strategies names of strategies by deployment id; the empty id for all others
 */
public record ClientSettings(
    Duration deadline,
    Duration connectTimeout,
    Duration readTimeout,
    int poolSize,
    Duration poolWait,
    Duration idleTimeout,
    Duration setAside,
    int sessionsRemembered,
    Map<String, String> policies,
    Map<String, String> strategies) {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(1);
  private static final int MAX_COUNT = 10_000_000;

  /** Checks the ranges, and that policies and strategies can be made. */
  public ClientSettings {
    positive(ClientSetting.DEADLINE, deadline);
    positive(ClientSetting.CONNECT_TIMEOUT, connectTimeout);
    positive(ClientSetting.READ_TIMEOUT, readTimeout);
    positive(ClientSetting.POOL_WAIT, poolWait);
    positive(ClientSetting.IDLE_TIMEOUT, idleTimeout);
    positive(ClientSetting.SET_ASIDE, setAside);
    atLeastOne(ClientSetting.POOL_SIZE, poolSize);
    atLeastOne(ClientSetting.SESSIONS_REMEMBERED, sessionsRemembered);
    policies = withDefault(ClientSetting.POLICY, policies);
    strategies = withDefault(ClientSetting.STRATEGY, strategies);
    policies.forEach((bean, name) -> Choosers.policy(key(ClientSetting.POLICY, bean), name));
    strategies.forEach((bean, name) -> Choosers.strategy(key(ClientSetting.STRATEGY, bean), name));
  }

  /** All defaults, whatever the system properties say. */
  public static ClientSettings defaults() {
    return builder().build();
  }

  /** A builder that begins with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  Policy newPolicy(String bean) {
    String key = policies.containsKey(bean) ? bean : "";
    return Choosers.policy(key(ClientSetting.POLICY, key), policies.get(key));
  }

  Strategy newStrategy(String bean) {
    String key = strategies.containsKey(bean) ? bean : "";
    return Choosers.strategy(key(ClientSetting.STRATEGY, key), strategies.get(key));
  }

  private static Map<String, String> withDefault(ClientSetting setting, Map<String, String> names) {
    Map<String, String> all = new TreeMap<>(names);
    all.putIfAbsent("", setting.defaultValue());
    return Map.copyOf(all);
  }

  private static String key(ClientSetting setting, String bean) {
    return bean.isEmpty() ? setting.key() : setting.key() + "." + bean;
  }

  private static void positive(ClientSetting setting, Duration value) {
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "%s is %s; it must be from PT0.001S to PT24H".formatted(setting.key(), value));
    }
  }

  private static void atLeastOne(ClientSetting setting, int value) {
    if (value < 1 || value > MAX_COUNT) {
      throw new IllegalArgumentException(
          "%s is %d; it must be from 1 to %d".formatted(setting.key(), value, MAX_COUNT));
    }
  }

  /** Builder of {@link ClientSettings} by names, so that it can set whatever a file can. */
  public static final class Builder {
    private final Map<ClientSetting, String> values = new EnumMap<>(ClientSetting.class);
    private final Map<String, String> policies = new TreeMap<>();
    private final Map<String, String> strategies = new TreeMap<>();

    private Builder() {}

    /** Sets a duration. */
    public Builder with(ClientSetting setting, Duration value) {
      return with(setting.key(), value.toString());
    }

    /** Sets a number. */
    public Builder with(ClientSetting setting, int value) {
      return with(setting.key(), Integer.toString(value));
    }

    /** Sets the policy of all beans that have none of their own, by CMI's name or a class. */
    public Builder policy(String name) {
      return with(ClientSetting.POLICY.key(), name);
    }

    /** Sets the policy of one bean, by its deployment id. */
    public Builder policy(String bean, String name) {
      return with(ClientSettings.key(ClientSetting.POLICY, bean), name);
    }

    /** Sets the strategy of all beans that have none of their own, by CMI's name or a class. */
    public Builder strategy(String name) {
      return with(ClientSetting.STRATEGY.key(), name);
    }

    /** Sets the strategy of one bean, by its deployment id. */
    public Builder strategy(String bean, String name) {
      return with(ClientSettings.key(ClientSetting.STRATEGY, bean), name);
    }

    /**
     * Sets a value by the name of {@link ClientSetting#key()}.
     *
     * @throws IllegalArgumentException when there is no such setting
     */
    public Builder with(String key, String value) {
      ClientSetting setting =
          ClientSetting.ofKey(key).orElseThrow(() -> new IllegalArgumentException(unknown(key)));
      switch (setting) {
        case POLICY -> policies.put(setting.bean(key).orElse(""), value.trim());
        case STRATEGY -> strategies.put(setting.bean(key).orElse(""), value.trim());
        default -> values.put(setting, value.trim());
      }
      return this;
    }

    /**
     * The settings.
     *
     * @throws IllegalArgumentException when one is wrong; the message names it, its value, the rule
     */
    public ClientSettings build() {
      return new ClientSettings(
          duration(ClientSetting.DEADLINE),
          duration(ClientSetting.CONNECT_TIMEOUT),
          duration(ClientSetting.READ_TIMEOUT),
          number(ClientSetting.POOL_SIZE),
          duration(ClientSetting.POOL_WAIT),
          duration(ClientSetting.IDLE_TIMEOUT),
          duration(ClientSetting.SET_ASIDE),
          number(ClientSetting.SESSIONS_REMEMBERED),
          policies,
          strategies);
    }

    private String value(ClientSetting setting) {
      return values.getOrDefault(setting, setting.defaultValue());
    }

    private Duration duration(ClientSetting setting) {
      try {
        return Duration.parse(value(setting));
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException(
            "%s is '%s'; it must be a duration such as PT30S (30 seconds) or PT0.5S"
                .formatted(setting.key(), value(setting)),
            e);
      }
    }

    private int number(ClientSetting setting) {
      try {
        return Integer.parseInt(value(setting));
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "%s is '%s'; it must be a whole number".formatted(setting.key(), value(setting)), e);
      }
    }

    private static String unknown(String key) {
      StringBuilder known = new StringBuilder();
      for (ClientSetting setting : ClientSetting.values()) {
        known.append(known.isEmpty() ? "" : ", ").append(setting.key());
      }
      return "%s is no setting; known are %s".formatted(key, known);
    }
  }
}
