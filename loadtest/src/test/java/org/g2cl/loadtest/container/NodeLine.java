package org.g2cl.loadtest.container;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.loadtest.command.ContainerCommands;

/** A node's command line with its environment, as a container gets them. */
record NodeLine(List<String> words, Map<String, String> environment) {
  /** Value of an option. */
  String option(String name) {
    return words.stream()
        .filter(word -> word.startsWith(name + "="))
        .map(word -> word.substring(name.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError(words + " has no " + name));
  }

  boolean isBusiness() {
    return words.get(0).equals("node");
  }

  /** Lets the command line read the words, and the HA service the environment. */
  void check() {
    ContainerCommands.parse(words);
    List<String> strange = new ArrayList<>(environment.keySet());
    strange.removeAll(List.of("HA_NAME", "HA_HOST", "HA_JDBC_URL", "HA_DB_PASSWORD"));
    strange.removeIf(key -> !key.startsWith("G2CL_") && !key.startsWith("HA_"));
    Map<String, String> settings = new HashMap<>();
    for (HaSetting setting : HaSetting.values()) {
      if (strange.remove(setting.environmentKey())) {
        settings.put(setting.key(), environment.get(setting.environmentKey()));
      }
    }
    if (!strange.isEmpty()) {
      throw new AssertionError("nobody reads " + strange);
    }
    if (isBusiness()) {
      HaSettings made =
          HaSettings.builder()
              .setAll(settings)
              .set(HaSetting.LOCATION, environment.get("HA_HOST") + ":" + option("--port"))
              .set(HaSetting.BIND_PORT, option("--group-port"))
              .build();
      if (!made.encrypted()) {
        throw new AssertionError("a node in a network of containers needs a secret");
      }
    }
  }
}
