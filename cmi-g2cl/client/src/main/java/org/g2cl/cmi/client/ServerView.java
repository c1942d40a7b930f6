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
 * is soon corrected by those that are not. After {@link #REMEMBERED} a server is asked for its list
 * whatever its number, as its clock may have been put back.
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
    boolean lately = last != null && timing.nanos() - last.nanos() < REMEMBERED.toNanos();
    return lately ? last.version() : 0;
  }

  /**
   * Takes a server's list; tells whether it changed anything. An empty list is not believed, nor
   * one that is late: its number is not greater than the last one's, and it was asked for before
   * that one came.
   *
   * @param asked when the request was sent whose answer brought the list, by {@link Timing#nanos()}
   */
  synchronized boolean update(Location teller, long version, long asked, List<Location> servers) {
    if (servers.isEmpty() || isLate(told.get(teller), version, asked)) {
      return false;
    }
    List<Location> ordered = ordered(servers);
    boolean changed = !new HashSet<>(ordered).equals(new HashSet<>(live));
    if (changed) {
      told.clear();
      live = ordered;
    }
    told.put(teller, new Told(version, timing.nanos()));
    return changed;
  }

  private static boolean isLate(Told last, long version, long asked) {
    return last != null && version <= last.version() && asked - last.nanos() <= 0;
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
