package org.g2cl.cmi.client;

import java.time.Duration;
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
 * is soon corrected by those that are not. A number is forgotten after {@link #REMEMBERED}, so that
 * a server whose clock was put back, and which would take the client's list for the newer one,
 * tells its own all the same.
 */
final class ServerView {
  /** How long a server is not asked for a list that it has told already. */
  static final Duration REMEMBERED = Duration.ofSeconds(10);

  private final List<Location> named;
  private final Timing timing;
  private final Map<Location, Told> told = new HashMap<>();
  private volatile List<Location> live;

  ServerView(List<Location> named, Timing timing) {
    this.named = List.copyOf(named);
    this.timing = timing;
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

  /** Number of the list that the server told lately, 0 for none. */
  synchronized long version(Location server) {
    Told last = told.get(server);
    if (last == null) {
      return 0;
    }
    if (timing.nanos() - last.nanos() >= REMEMBERED.toNanos()) {
      told.remove(server);
      return 0;
    }
    return last.version();
  }

  /** Makes a server tell its list with its next answer, whatever it has told before. */
  synchronized void forget(Location server) {
    told.remove(server);
  }

  /** Takes a server's list; tells whether it changed anything. An empty list is not believed. */
  synchronized boolean update(Location teller, long version, List<Location> servers) {
    if (servers.isEmpty() || version <= version(teller)) {
      return false;
    }
    List<Location> ordered = ordered(servers);
    boolean changed = !new HashSet<>(ordered).equals(new HashSet<>(live));
    if (changed) {
      told.clear();
    }
    told.put(teller, new Told(version, timing.nanos()));
    live = ordered;
    return changed;
  }

  private List<Location> ordered(List<Location> servers) {
    List<Location> ordered = new ArrayList<>(named);
    ordered.retainAll(servers);
    servers.stream().filter(server -> !ordered.contains(server)).forEach(ordered::add);
    return List.copyOf(ordered);
  }

  /** A list's number and when it came, by {@link Timing#nanos()}. */
  private record Told(long version, long nanos) {}
}
