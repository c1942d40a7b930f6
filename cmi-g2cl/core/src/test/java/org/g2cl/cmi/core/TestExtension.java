package org.g2cl.cmi.core;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Extension that starts what a test has asked for in its group, and nothing in others. */
public final class TestExtension implements HaExtension {
  private static final Map<String, Function<HaService, AutoCloseable>> PARTS =
      new ConcurrentHashMap<>();

  static void startInGroup(String group, Function<HaService, AutoCloseable> part) {
    PARTS.put(group, part);
  }

  @Override
  public Optional<AutoCloseable> start(HaService service) {
    return Optional.ofNullable(PARTS.get(service.settings().get(HaSetting.GROUP)))
        .map(part -> part.apply(service));
  }
}
