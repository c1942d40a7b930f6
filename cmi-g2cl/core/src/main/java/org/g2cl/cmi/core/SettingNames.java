package org.g2cl.cmi.core;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names under which the system gives settings. What is passed over since its name is misspelt may
 * be the one that keeps strangers out, or a part of a split group from going on.
 */
public final class SettingNames {
  private static final Logger LOG = LoggerFactory.getLogger(SettingNames.class);
  private static final String PREFIX = "g2cl.";
  private static final String ENVIRONMENT_PREFIX = "G2CL_";

  /** Of the client, which may run in the same JVM and checks them itself. */
  private static final String CLIENTS = "g2cl.client.";

  /** Of the adapter for JOnAS. */
  private static final String ALLOWED_CLASSES = "g2cl.allowed-classes";

  /** Further from each other than this, two names of variables are not the same one misspelt. */
  private static final int LIKE = 3;

  /** Further from each other than this, a name may be meant for anything, a secret among it. */
  private static final int SURE = 2;

  private SettingNames() {}

  /**
   * Refuses system properties that begin with {@code g2cl.} and that nothing of ours reads, and
   * warns of environment variables that look like a setting misspelt: others, such as a container's
   * platform, name variables so too.
   *
   * @throws HaException when there is such a property; the message names it, its value unless that
   *     may be a secret, and the name that is nearest
   */
  public static void checkSystem() {
    Map<String, String> properties = new TreeMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name, ""));
    }
    refuseUnknown(properties);
    warnOfUnknownVariables();
  }

  private static void refuseUnknown(Map<String, String> properties) {
    TreeSet<String> known = new TreeSet<>();
    known.add(ALLOWED_CLASSES);
    for (HaSetting setting : HaSetting.values()) {
      known.add(setting.key());
    }
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !name.startsWith(CLIENTS) && !known.contains(name)) {
            String nearest = NearestName.of(name, known);
            throw new HaException(
                "the system property '%s' is %s, and there is no such setting; write -D%s, or take it out. What begins with %s must be the name of a setting: %s"
                    .formatted(name, shown(name, value, nearest), nearest, PREFIX, known));
          }
        });
  }

  /** A value under a misspelt name may be the secret itself. */
  private static String shown(String name, String value, String nearest) {
    boolean surely = NearestName.distance(name, nearest) <= SURE;
    boolean open = HaSetting.ofKey(nearest).map(SettingNames::tellsNoSecret).orElse(true);
    return surely && open ? "'" + value + "'" : "set";
  }

  private static boolean tellsNoSecret(HaSetting setting) {
    return !setting.secret() && setting != HaSetting.SECRET_FILE;
  }

  private static void warnOfUnknownVariables() {
    TreeSet<String> known = new TreeSet<>();
    for (HaSetting setting : HaSetting.values()) {
      known.add(setting.environmentKey());
    }
    for (String name : new TreeSet<>(System.getenv().keySet())) {
      String nearest = NearestName.of(name, known);
      if (name.startsWith(ENVIRONMENT_PREFIX)
          && !known.contains(name)
          && NearestName.distance(name, nearest) <= LIKE) {
        LOG.warn(
            "the environment variable {} is passed over: there is no such setting; write {}",
            name,
            nearest);
      }
    }
  }
}
