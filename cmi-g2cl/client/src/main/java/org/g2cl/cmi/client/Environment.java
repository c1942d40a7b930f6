package org.g2cl.cmi.client;

import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Settings from a naming environment and the system properties. */
final class Environment {
  private Environment() {}

  static ClientSettings settings(Map<?, ?> naming, Properties system) {
    Map<String, String> found = new TreeMap<>();
    for (String key : system.stringPropertyNames()) {
      keep(found, key, system.getProperty(key));
    }
    naming.forEach((key, value) -> keep(found, String.valueOf(key), String.valueOf(value)));
    ClientSettings.Builder builder = ClientSettings.builder();
    found.forEach(builder::with);
    return builder.build();
  }

  private static void keep(Map<String, String> found, String key, String value) {
    if (key.startsWith(ClientSetting.PREFIX)) {
      found.put(key, value);
    }
  }
}
