package org.g2cl.loadtest.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Machine and versions that results are made on.
 *
 * @param machine processors, memory and operating system
 * @param versions of this build, with its commit, and of what it runs on
 */
public record Origin(Map<String, String> machine, Map<String, String> versions) {
  /** Copies the maps; their order stays. */
  public Origin {
    machine = copy(machine);
    versions = copy(versions);
  }

  static Map<String, String> copy(Map<String, String> values) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }
}
