package org.g2cl.bench.worker;

import java.util.LinkedHashMap;
import java.util.Map;

/** Roles of one worker, each made when it is first asked. Used by one thread. */
final class Roles implements AutoCloseable {
  private final Map<String, Role> playing = new LinkedHashMap<>();

  Object handle(String role, String verb, Arguments arguments) throws Exception {
    Role player = playing.get(role);
    if (player == null) {
      player = Class.forName(role).asSubclass(Role.class).getConstructor().newInstance();
      playing.put(role, player);
    }
    return player.handle(verb, arguments);
  }

  @Override
  public void close() {
    playing.values().forEach(Role::close);
    playing.clear();
  }
}
