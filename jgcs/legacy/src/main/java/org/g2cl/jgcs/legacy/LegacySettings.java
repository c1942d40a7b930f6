package org.g2cl.jgcs.legacy;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.spi.ProtocolProvider;
import net.sf.jgcs.spi.ProviderSettings;
import net.sf.jgcs.spi.SettingsFile;

/**
 * Settings of one protocol, checked.
 *
 * @param services what the plug-in calls our services
 * @param deliverOn service of the plug-in whose notification delivers a message in total order, or
 *     null when the message itself does
 */
record LegacySettings(
    String jars,
    String factoryClass,
    String groupClass,
    String serviceClass,
    Map<String, String> factoryProperties,
    Map<String, String> groupProperties,
    Map<LegacyService, String> services,
    String deliverOn,
    Duration joinTimeout,
    String memberName)
    implements Serializable {
  static final String JARS = "jars";
  static final String FACTORY_CLASS = "factory-class";
  static final String GROUP_CLASS = "group-class";
  static final String SERVICE_CLASS = "service-class";
  static final String DELIVER_ON = "deliver-on";
  static final String JOIN_TIMEOUT = "join-timeout";
  static final String FACTORY = "factory.";
  static final String GROUP = "group.";
  static final String SERVICE = "service.";

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
  private static final Set<String> KEYS =
      Set.of(JARS, FACTORY_CLASS, GROUP_CLASS, SERVICE_CLASS, DELIVER_ON, JOIN_TIMEOUT);

  /** Reads them, and those in the file of properties that the setting {@code stack} names. */
  static LegacySettings of(Map<String, String> given) throws GroupException {
    ProviderSettings direct = provider(given, null);
    Map<String, String> properties = SettingsFile.merged(direct, given);
    ProviderSettings settings = provider(properties, direct.text(ProtocolProvider.STACK, null));
    String name = settings.text(ProtocolProvider.MEMBER_NAME, "member-" + UUID.randomUUID());
    LegacySettings made =
        new LegacySettings(
            required(settings, JARS, "a folder with the plug-in's jars and property files"),
            required(settings, FACTORY_CLASS, "the plug-in's ProtocolFactory"),
            required(settings, GROUP_CLASS, "the plug-in's GroupConfiguration"),
            required(settings, SERVICE_CLASS, "the plug-in's Service"),
            beginningWith(FACTORY, properties, name),
            beginningWith(GROUP, properties, name),
            services(settings),
            settings.text(DELIVER_ON, null),
            timeout(settings),
            name);
    if (!Files.isDirectory(Path.of(made.jars))) {
      throw settings.wrong(JARS, made.jars, "it is no folder");
    }
    return made;
  }

  private static ProviderSettings provider(Map<String, String> properties, String file)
      throws GroupException {
    return new ProviderSettings(LegacyProtocolProvider.NAME, properties, known(properties), file);
  }

  private static Set<String> known(Map<String, String> properties) {
    Set<String> known = new HashSet<>(KEYS);
    for (LegacyService service : LegacyService.values()) {
      known.add(SERVICE + service);
    }
    for (String key : properties.keySet()) {
      if (key.startsWith(FACTORY) || key.startsWith(GROUP)) {
        known.add(key);
      }
    }
    return known;
  }

  private static String required(ProviderSettings settings, String key, String what)
      throws GroupException {
    String value = settings.text(key, null);
    if (value == null) {
      throw settings.wrong(key, "", "it is required: " + what);
    }
    return value;
  }

  /** Properties of one of the plug-in's beans; {@code {member}} stands for the member's name. */
  private static Map<String, String> beginningWith(
      String prefix, Map<String, String> properties, String memberName) {
    Map<String, String> found = new HashMap<>();
    properties.forEach(
        (key, value) -> {
          if (key.startsWith(prefix)) {
            found.put(key.substring(prefix.length()), value.replace("{member}", memberName));
          }
        });
    return Map.copyOf(found);
  }

  /** A service that is not named is the weakest of the stronger ones that are. */
  private static Map<LegacyService, String> services(ProviderSettings settings)
      throws GroupException {
    Map<LegacyService, String> found = new EnumMap<>(LegacyService.class);
    String stronger = null;
    List<LegacyService> downwards = Arrays.asList(LegacyService.values());
    Collections.reverse(downwards);
    for (LegacyService service : downwards) {
      stronger = settings.text(SERVICE + service, stronger);
      if (stronger != null) {
        found.put(service, stronger);
      }
    }
    if (!found.containsKey(LegacyService.FIFO)) {
      throw settings.wrong(
          SERVICE + LegacyService.FIFO, "", "the plug-in's name of this or a stronger service");
    }
    return Map.copyOf(found);
  }

  private static Duration timeout(ProviderSettings settings) throws GroupException {
    String text = settings.text(JOIN_TIMEOUT, DEFAULT_TIMEOUT.toString());
    try {
      Duration timeout = Duration.parse(text);
      if (!timeout.isNegative() && !timeout.isZero()) {
        return timeout;
      }
    } catch (DateTimeParseException e) {
      throw new GroupException(
          settings.wrong(JOIN_TIMEOUT, text, "a duration has the form PT30S").getMessage(), e);
    }
    throw settings.wrong(JOIN_TIMEOUT, text, "it is more than nothing");
  }
}
