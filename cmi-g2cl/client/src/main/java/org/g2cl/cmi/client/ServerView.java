package org.g2cl.cmi.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/**
 * The servers of a cluster as last told, beginning with those that the user named.
 *
 * <p>Each server numbers its list by its own clock, so numbers of two servers cannot be compared.
 * The client therefore remembers a number per server. The list told last counts; when it differs
 * from the one before, the others are made to tell theirs again, so that a server that was behind
 * is soon corrected by those that are not.
 */
final class ServerView {
  private final List<Location> named;
  private final Map<Location, Long> versions = new HashMap<>();
  private volatile List<Location> live;

  ServerView(List<Location> named) {
    this.named = List.copyOf(named);
    this.live = this.named;
  }

  /** Servers told of, those that the user named first and in the user's order. */
  List<Location> live() {
    return live;
  }

  /** Servers that the user named and that are not told of: asked when nobody else answers. */
  List<Location> others() {
    List<Location> now = live;
    return named.stream().filter(server -> !now.contains(server)).toList();
  }

  /** Number of the list that the server told last, 0 for none. */
  synchronized long version(Location server) {
    return versions.getOrDefault(server, 0L);
  }

  /** Takes a server's list; tells whether it changed anything. An empty list is not believed. */
  synchronized boolean update(Location teller, long version, List<Location> servers) {
    if (servers.isEmpty() || version <= version(teller)) {
      return false;
    }
    List<Location> ordered = ordered(servers);
    boolean changed = !new HashSet<>(ordered).equals(new HashSet<>(live));
    if (changed) {
      versions.clear();
    }
    versions.put(teller, version);
    live = ordered;
    return changed;
  }

  private List<Location> ordered(List<Location> servers) {
    List<Location> ordered = new ArrayList<>(named);
    ordered.retainAll(servers);
    servers.stream().filter(server -> !ordered.contains(server)).forEach(ordered::add);
    return List.copyOf(ordered);
  }
}
