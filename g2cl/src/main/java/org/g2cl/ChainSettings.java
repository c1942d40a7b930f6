package org.g2cl;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import net.sf.jgcs.GroupException;

/** Values of the {@link ChainSetting}s; says what is wrong with them, and never shows a secret. */
final class ChainSettings {
  private final Map<ChainSetting, String> values = new EnumMap<>(ChainSetting.class);

  ChainSettings(Map<String, String> properties) throws GroupException {
    for (Map.Entry<String, String> property : properties.entrySet()) {
      ChainSetting setting =
          ChainSetting.ofKey(property.getKey()).orElseThrow(() -> unknown(property.getKey()));
      values.put(setting, property.getValue().strip());
    }
  }

  private static GroupException unknown(String key) {
    return new GroupException(
        "there is no setting '%s'; there are %s"
            .formatted(key, Arrays.stream(ChainSetting.values()).map(ChainSetting::key).toList()));
  }

  /**
   * Settings of keys and nothing else.
   *
   * @throws GroupException when there is another one
   */
  static ChainSettings ofKeys(Map<String, String> properties) throws GroupException {
    ChainSettings keys = new ChainSettings(properties);
    for (ChainSetting setting : keys.values.keySet()) {
      if (!setting.namesKeys()) {
        throw keys.wrong(setting, "it cannot be changed while the session is open, only keys can");
      }
    }
    return keys;
  }

  /** Value as text, or the default; empty when there is neither. */
  String text(ChainSetting setting) {
    String value = values.getOrDefault(setting, "");
    return value.isEmpty() ? setting.defaultValue() : value;
  }

  boolean isSet(ChainSetting setting) {
    return !values.getOrDefault(setting, "").isEmpty();
  }

  int number(ChainSetting setting, int minimum, int maximum) throws GroupException {
    String rule = "it must be a whole number from %d to %d".formatted(minimum, maximum);
    try {
      int number = Integer.parseInt(text(setting));
      if (number >= minimum && number <= maximum) {
        return number;
      }
      throw wrong(setting, rule);
    } catch (NumberFormatException e) {
      throw wrong(setting, rule);
    }
  }

  Duration duration(ChainSetting setting, Duration longest) throws GroupException {
    String rule = "it must be an ISO-8601 duration such as PT1S, above zero, at most " + longest;
    try {
      Duration duration = Duration.parse(text(setting));
      if (!duration.isNegative() && !duration.isZero() && duration.compareTo(longest) <= 0) {
        return duration;
      }
      throw wrong(setting, rule);
    } catch (DateTimeParseException e) {
      throw wrong(setting, rule);
    }
  }

  /** Error that names setting, value, unless it is secret, and rule. */
  GroupException wrong(ChainSetting setting, String rule) {
    String value = setting.secret() ? " (its value is not shown)" : " is '" + text(setting) + "'";
    return new GroupException("%s%s; %s".formatted(setting.key(), value, rule));
  }
}
