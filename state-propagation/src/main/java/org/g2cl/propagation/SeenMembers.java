package org.g2cl.propagation;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All that were in a view with this member before it knew of a primary one, and the last name that
 * it knew of each: some become known after the view.
 *
 * <p>Not thread-safe.
 */
final class SeenMembers {
  private final Function<SocketAddress, String> names;
  private final Map<SocketAddress, String> seen = new HashMap<>();

  /**
   * Creates one.
   *
   * @param names of members, the same in each of their lives
   */
  SeenMembers(Function<SocketAddress, String> names) {
    this.names = names;
  }

  /** Remembers these, and forgets those that have come back under another address. */
  void see(List<SocketAddress> now) {
    now.forEach(member -> seen.put(member, names.apply(member)));
    Set<String> there = named(now);
    seen.entrySet().removeIf(one -> !now.contains(one.getKey()) && there.contains(one.getValue()));
  }

  /** Tells whether all that were seen are among those, by their names. */
  boolean areAmong(Collection<SocketAddress> those) {
    those.forEach(member -> seen.replace(member, names.apply(member)));
    return named(those).containsAll(seen.values());
  }

  private Set<String> named(Collection<SocketAddress> those) {
    return those.stream().map(names).collect(Collectors.toSet());
  }
}
