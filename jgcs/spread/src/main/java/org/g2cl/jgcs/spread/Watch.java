package org.g2cl.jgcs.spread;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Silence of the other members, as one member hears it; for one thread.
 *
 * <p>It is counted in this member's own probes that have come back, of which one at a time is under
 * way. So it knows no clock: while this member stands still, or its daemon or the ring do, no probe
 * comes back, and nobody grows silent. What others sent meanwhile is read before the next one
 * comes.
 */
final class Watch {
  /** Probes in the time after which a member is suspected. */
  static final int BEATS = 4;

  private final String own;
  private final int timeoutMillis;

  /** Probes since each was heard. */
  private final Map<String, Integer> silences = new HashMap<>();

  private final Set<String> heard = new HashSet<>();
  private final Set<String> suspected = new HashSet<>();

  Watch(String own, int timeoutMillis) {
    this.own = own;
    this.timeoutMillis = timeoutMillis;
  }

  /** Watches these from now on. */
  void over(Collection<String> members) {
    silences.keySet().retainAll(members);
    heard.retainAll(members);
    suspected.retainAll(members);
    for (String member : members) {
      if (!member.equals(own)) {
        silences.putIfAbsent(member, 0);
      }
    }
  }

  /** Takes it that nobody was suspected. */
  void clear() {
    suspected.clear();
  }

  /** Hears a member; true when it was suspected. */
  boolean heard(String member) {
    if (silences.containsKey(member)) {
      heard.add(member);
    }
    return suspected.remove(member);
  }

  /**
   * Takes an own probe that came back; gives those who are suspected from now on.
   *
   * @param timeouts milliseconds after which members take others for failed; those without are not
   *     suspected
   */
  List<String> beat(Map<String, Integer> timeouts) {
    silences.replaceAll((member, silence) -> heard.contains(member) ? 0 : silence + 1);
    heard.clear();
    List<String> more = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : silences.entrySet()) {
      Integer timeout = timeouts.get(entry.getKey());
      if (timeout != null
          && entry.getValue() >= longest(timeout)
          && suspected.add(entry.getKey())) {
        more.add(entry.getKey());
      }
    }
    return more;
  }

  /** Probes for which a member may be silent that casts its own more seldom, perhaps. */
  private long longest(int itsMillis) {
    return (BEATS * patience(itsMillis) + timeoutMillis - 1) / timeoutMillis;
  }

  /** Milliseconds for which a member with that time-out may be silent. */
  long patience(int itsMillis) {
    return Math.max(timeoutMillis, itsMillis);
  }
}
