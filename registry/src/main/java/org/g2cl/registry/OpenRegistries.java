package org.g2cl.registry;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Registries that are open in this JVM, for JNDI to find. */
final class OpenRegistries {
  private static final List<Registry> OPEN = new CopyOnWriteArrayList<>();

  private OpenRegistries() {}

  static void add(Registry registry) {
    OPEN.add(registry);
  }

  static void remove(Registry registry) {
    OPEN.remove(registry);
  }

  static List<Registry> all() {
    return List.copyOf(OPEN);
  }
}
