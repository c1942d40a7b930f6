package org.g2cl.cmi.client;

import java.util.List;

/** Policies and strategies by name. */
final class Choosers {
  private Choosers() {}

  static Policy policy(String setting, String name) {
    return switch (name) {
      case "RoundRobin" -> new RoundRobin();
      case "Random" -> new RandomChoice();
      case "FirstAvailable" -> servers -> servers.get(0);
      default -> create(setting, name, Policy.class, "RoundRobin, Random, FirstAvailable");
    };
  }

  static Strategy strategy(String setting, String name) {
    return switch (name) {
      case "NoStrategy" -> servers -> List.of();
      case "LocalPreference" -> new LocalPreference();
      default -> create(setting, name, Strategy.class, "NoStrategy, LocalPreference");
    };
  }

  private static <T> T create(String setting, String name, Class<T> type, String known) {
    try {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      Class<?> found = Class.forName(name, true, loader);
      return type.cast(found.getConstructor().newInstance());
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new IllegalArgumentException(
          "%s is '%s'; it must be one of %s, or a public class that implements %s and has a public constructor without parameters"
              .formatted(setting, name, known, type.getName()),
          e);
    }
  }
}
