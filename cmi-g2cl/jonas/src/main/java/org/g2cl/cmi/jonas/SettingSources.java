package org.g2cl.cmi.jonas;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.SettingNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where each setting was given, so that what is wrong with it is told by the name that the
 * administrator wrote. Not thread-safe.
 */
final class SettingSources {
  private static final Logger LOG = LoggerFactory.getLogger(SettingSources.class);
  private static final String PREFIX = "g2cl.";

  private final HaSettings.Builder builder = HaSettings.builder();
  private final Map<HaSetting, String> names = new EnumMap<>(HaSetting.class);
  private final Map<HaSetting, String> values = new EnumMap<>(HaSetting.class);

  /** Sets a value in place of what was set before; null for no value. */
  void put(HaSetting setting, String value, String name) {
    if (value != null) {
      builder.set(setting, value);
      names.put(setting, name);
      values.put(setting, value);
    }
  }

  /** As {@link #put}, and warns where another value was set before. */
  void putOver(HaSetting setting, String value, String name) {
    String before = values.get(setting);
    if (value != null && before != null && !before.equals(value)) {
      LOG.warn(
          "{} is '{}' and {} is '{}': the former counts; set both alike, or leave out the latter",
          name,
          value,
          name(setting),
          before);
    }
    put(setting, value, name);
  }

  /**
   * Sets what the environment and, winning over it, the system properties say.
   *
   * @throws JonasConfigurationException when a system property looks like a setting and is none
   */
  void putSystem() {
    try {
      SettingNames.checkSystem();
    } catch (HaException e) {
      throw new JonasConfigurationException(e.getMessage(), e);
    }
    for (HaSetting setting : HaSetting.values()) {
      put(setting, System.getenv(setting.environmentKey()), setting.environmentKey());
      put(setting, System.getProperty(setting.key()), setting.key());
    }
  }

  boolean isGiven(HaSetting setting) {
    return names.containsKey(setting);
  }

  /** What a setting was given as; empty when it was not. */
  Optional<String> value(HaSetting setting) {
    return Optional.ofNullable(values.get(setting));
  }

  /** Name under which a setting was given, or that of its property. */
  String name(HaSetting setting) {
    return names.getOrDefault(setting, setting.key());
  }

  /**
   * Checks all values.
   *
   * @throws JonasConfigurationException when one is wrong
   */
  HaSettings build() {
    try {
      return builder.build();
    } catch (HaException e) {
      throw new JonasConfigurationException(inTheirNames(e.getMessage()), e);
    }
  }

  /** A message of the layers below, with the names that settings have here. */
  String inTheirNames(String message) {
    String told = Objects.requireNonNullElse(message, "no reason was told");
    for (HaSetting setting : HaSetting.values()) {
      String suffix = Pattern.quote(setting.key().substring(PREFIX.length()));
      told = told.replaceAll("\\bcrypto\\." + suffix + "(?![a-z-])", setting.key());
      String name = name(setting);
      told = told.replaceAll("'" + suffix + "'", Matcher.quoteReplacement("'" + name + "'"));
      if (!name.equals(setting.key())) {
        told =
            told.replaceAll(
                "(?<!-D)\\bg2cl\\." + suffix + "(?![a-z-])",
                Matcher.quoteReplacement(name + " (" + setting.key() + ")"));
      }
    }
    return told;
  }
}
