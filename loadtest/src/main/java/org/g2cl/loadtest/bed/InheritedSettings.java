package org.g2cl.loadtest.bed;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.g2cl.cmi.core.HaSetting;

/**
 * Settings of the environment, as {@code G2CL_MODE}: nodes of this machine inherit them, those of
 * remote hosts are given them.
 */
public final class InheritedSettings {
  private static final Pattern NAME = Pattern.compile("G2CL_[A-Z0-9_]+");
  private static final Pattern SECRET = Pattern.compile("SECRET|PASSWORD");
  private static final Pattern PROOF = Pattern.compile("SECRET|KEY");

  private InheritedSettings() {}

  /** Those that may be shown: no secrets. */
  static Map<String, String> shown(Map<String, String> environment) {
    return without(SECRET, environment);
  }

  /**
   * Those that nodes on remote hosts are given: not what members prove themselves with, since the
   * bed makes a secret for them.
   */
  static Map<String, String> forwarded(Map<String, String> environment) {
    return without(PROOF, environment);
  }

  private static Map<String, String> without(Pattern hidden, Map<String, String> environment) {
    Map<String, String> settings = new TreeMap<>(environment);
    settings
        .keySet()
        .removeIf(name -> !NAME.matcher(name).matches() || hidden.matcher(name).find());
    return settings;
  }

  /** What cannot count on remote hosts, in a sentence; empty when all can. */
  public static Optional<String> obstacle(Map<String, String> environment) {
    String stack = HaSetting.STACK.environmentKey();
    if (!environment.getOrDefault(stack, "").isBlank()) {
      return Optional.of(
          "%s of the environment, %s, names a file of this machine, which nodes on remote hosts do not have: unset it"
              .formatted(stack, environment.get(stack)));
    }
    return forwarded(environment).entrySet().stream()
        .filter(setting -> setting.getValue().contains("\n"))
        .map(
            setting ->
                "%s of the environment has a line break, which does not get to remote hosts: unset it, or write it in one line"
                    .formatted(setting.getKey()))
        .findFirst();
  }
}
