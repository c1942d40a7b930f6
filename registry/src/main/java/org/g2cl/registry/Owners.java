package org.g2cl.registry;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Members by the numbers that entries name their owners with.
 *
 * <p>An address cannot cross between members in general, since each engine has its own kind. So
 * each membership draws a number, and its messages tell the others which is its.
 */
final class Owners {
  private static final int MAX_DEPARTED = 1024;

  private final Map<Long, SocketAddress> addresses = new ConcurrentHashMap<>();
  private final Map<SocketAddress, Long> numbers = new ConcurrentHashMap<>();
  private Set<SocketAddress> present = Set.of();

  /** Numbers of members that went, and that are not forgotten yet. */
  private final Set<Long> gone = new HashSet<>();

  /** Members that were in a view and are no longer; the oldest go when there are many. */
  private final Map<SocketAddress, Boolean> departed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SocketAddress, Boolean> eldest) {
          return size() > MAX_DEPARTED;
        }
      };

  /** Notes a member's number; true when it was not known, false also for a departed member. */
  synchronized boolean learn(SocketAddress member, long number) {
    if (departed.containsKey(member)) {
      return false;
    }
    gone.remove(number); // it is back, with what it has
    Long before = numbers.put(member, number);
    if (before != null && before != number) {
      addresses.remove(before);
    }
    return addresses.put(number, member) == null;
  }

  /**
   * What a view changed: whether members came, and the numbers of those that went, with this view
   * or before, which are known until they are told to be {@link #forget forgotten}.
   */
  record Change(boolean joined, Set<Long> gone) {}

  synchronized Change install(Collection<SocketAddress> members) {
    Set<SocketAddress> now = new HashSet<>(members);
    for (SocketAddress member : present) {
      if (!now.contains(member)) {
        departed.put(member, true);
        Long number = numbers.remove(member);
        if (number != null) {
          gone.add(number);
        }
      }
    }
    departed.keySet().removeAll(now);
    boolean joined = !present.containsAll(now);
    present = now;
    return new Change(joined, Set.copyOf(gone));
  }

  /** To be called once what they own is dropped; until then each view tells of them again. */
  synchronized void forget(Collection<Long> numbersGone) {
    for (Long number : numbersGone) {
      if (gone.remove(number)) { // else it is back meanwhile
        addresses.remove(number);
      }
    }
  }

  synchronized boolean hasDeparted(SocketAddress member) {
    return departed.containsKey(member);
  }

  synchronized void clear() {
    install(Set.of());
    numbers.clear();
    addresses.clear();
    gone.clear();
  }

  /** Member of that number, or null when unknown. */
  SocketAddress address(long number) {
    return addresses.get(number);
  }

  boolean knows(long number) {
    return addresses.containsKey(number);
  }
}
