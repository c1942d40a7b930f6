package org.g2cl.loadtest.command;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import net.sf.jgcs.GroupException;
import net.sf.jgcs.Protocols;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.NearestName;
import org.g2cl.cmi.core.SettingNames;
import org.g2cl.loadtest.node.BusinessNode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Settings of nodes that {@code --set} gives, over those of the environment, which every node that
 * a command starts inherits.
 */
final class GivenSettings {
  /** Settings that the node's own options decide, and so nothing else. */
  private static final Map<HaSetting, String> DECIDED =
      Map.of(
          HaSetting.NAME, "--name",
          HaSetting.LOCATION, "--host and --port",
          HaSetting.GROUP, "--group",
          HaSetting.BIND_ADDRESS, "--host",
          HaSetting.BIND_PORT, "--group-port",
          HaSetting.STATUS_PORT, "--status-port",
          HaSetting.STATUS_ADDRESS, "--host",
          HaSetting.BACKUPS, "--backups");

  /** Whether there is a secret is not known before the nodes start: a bed may make one. */
  private static final String SOME_SECRET = "0123456789abcdef0123456789abcdef";

  private static final String PREFIX = "g2cl.";

  private static final List<HaSetting> KEYS =
      List.of(HaSetting.SECRET, HaSetting.SECRET_FILE, HaSetting.KEYSTORE);

  private final CommandSpec spec;
  private final Map<String, String> given;
  private final Map<String, String> environment;

  private GivenSettings(CommandSpec spec, Map<String, String> given) {
    this.spec = spec;
    this.given = given;
    this.environment = environment();
  }

  /**
   * Refuses what a node would refuse, and what would count for nothing, before any node starts.
   *
   * @param given by {@code --set}
   * @param backups by {@code --backups}
   */
  static void check(CommandSpec spec, Map<String, String> given, int backups) {
    new GivenSettings(spec, given).check(backups);
  }

  /**
   * Refuses system properties, which a node does not read, since one that is passed over may be the
   * secret; warns of variables of the environment that look like a setting misspelt.
   */
  static void checkSystem(CommandSpec spec) {
    try {
      SettingNames.checkSystem();
    } catch (HaException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    for (HaSetting setting : HaSetting.values()) {
      if (System.getProperty(setting.key()) != null) {
        throw new ParameterException(
            spec.commandLine(),
            "the system property '%s' would count for nothing: give a node --set %s=… or %s in its environment"
                .formatted(setting.key(), setting.key(), setting.environmentKey()));
      }
    }
  }

  /** Those of the environment, and over them those of {@code --set}, for the node of this name. */
  static Map<String, String> all(Map<String, String> given, String name) {
    Map<String, String> values = environment();
    given.forEach((key, value) -> values.put(key, value.replace("{name}", name)));
    return values;
  }

  private static Map<String, String> environment() {
    Map<String, String> values = new HashMap<>();
    for (HaSetting setting : HaSetting.values()) {
      Optional.ofNullable(System.getenv(setting.environmentKey()))
          .ifPresent(value -> values.put(setting.key(), value));
    }
    return values;
  }

  private void check(int backups) {
    if (given.isEmpty()) {
      return;
    }
    given.forEach(this::checkName);
    try {
      HaSettings made = made(backups);
      checkEngine(made.get(HaSetting.ENGINE));
    } catch (HaException | GroupException e) {
      throw wrong(
          (environment.isEmpty() ? "--set: " : "--set, or the environment's G2CL_…: ")
              + e.getMessage());
    }
  }

  private void checkName(String name, String value) {
    HaSetting setting =
        Arrays.stream(HaSetting.values())
            .filter(known -> known.key().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(name));
    if (DECIDED.containsKey(setting)) {
      throw wrong(
          "--set %s=%s would count for nothing, since a node takes it from its option: give %s in its place"
              .formatted(name, value, DECIDED.get(setting)));
    }
  }

  /** Without the value: under a misspelt name it may be the secret. */
  private ParameterException unknown(String name) {
    Map<String, String> known = new HashMap<>();
    for (HaSetting setting : HaSetting.values()) {
      known.put(setting.key(), DECIDED.getOrDefault(setting, "--set " + setting.key() + "=…"));
    }
    String whole = name.startsWith(PREFIX) ? name : PREFIX + name;
    return wrong(
        "--set %s=…: there is no such setting; write %s. There are %s"
            .formatted(name, known.get(NearestName.of(whole, known.keySet())), names()));
  }

  /** Without what options decide: those are checked by themselves. */
  private HaSettings made(int backups) {
    Map<String, String> values = all(given, "node");
    DECIDED.keySet().forEach(setting -> values.remove(setting.key()));
    if (KEYS.stream().allMatch(key -> values.getOrDefault(key.key(), "").isBlank())) {
      values.put(HaSetting.SECRET.key(), SOME_SECRET);
    }
    return HaSettings.builder().setAll(values).set(HaSetting.BACKUPS, backups).build();
  }

  private static void checkEngine(String engine) throws GroupException {
    if (!engine.equals(BusinessNode.DIRECT)) {
      var unused = Protocols.provider(engine);
    }
  }

  private ParameterException wrong(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  private static String names() {
    return Arrays.stream(HaSetting.values())
        .filter(setting -> !DECIDED.containsKey(setting))
        .map(HaSetting::key)
        .collect(Collectors.joining(", "));
  }
}
