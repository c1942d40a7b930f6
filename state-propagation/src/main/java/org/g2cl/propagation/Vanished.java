package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.g2cl.Scheduler;
import org.g2cl.propagation.Placement.NamedView;

/**
 * Members that were lost a short while ago: they may be cut off with the only copies of a session.
 *
 * <p>One that left has handed over, and one that was started anew under its name has no copies; for
 * neither is waited. One that had come a short while before may have gone on alone until then, and
 * its sessions had no time to get copies; so a single one counts. A member that has just joined, or
 * was away, hears from the others whom they have lost, and cannot tell how long those had been
 * there. Thread-safe.
 */
final class Vanished {
  private static final Duration WAITED_FOR = Duration.ofSeconds(30);
  private static final int MOST = 1_000;

  private final Scheduler scheduler;

  /** By name, the oldest first. */
  private final Map<String, Lost> since = new LinkedHashMap<>();

  /** When each member of the view came. */
  private final Map<SocketAddress, Long> came = new HashMap<>();

  Vanished(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  /**
   * A member that was lost.
   *
   * @param nanos when
   * @param mayBeAlone whether its sessions may have no copies elsewhere
   */
  private record Lost(long nanos, boolean mayBeAlone) {}

  synchronized void onView(
      NamedView before, List<SocketAddress> now, Collection<SocketAddress> leavers) {
    since.keySet().removeAll(before.byName().keySet());
    long time = scheduler.nanoTime();
    before
        .byName()
        .forEach(
            (name, member) -> {
              if (!now.contains(member) && !leavers.contains(member)) {
                since.put(name, new Lost(time, hasJustCome(member)));
              }
            });
    while (since.size() > MOST) {
      since.remove(since.keySet().iterator().next());
    }
    came.keySet().retainAll(Set.copyOf(now));
    now.forEach(member -> came.putIfAbsent(member, time));
  }

  private boolean hasJustCome(SocketAddress member) {
    Long time = came.get(member);
    return time == null || scheduler.nanoTime() - time < WAITED_FOR.toNanos();
  }

  /**
   * Names of those that are waited for, when they may be cut off with all copies of a session;
   * empty when one is here in any case.
   *
   * @param backups of a session
   */
  synchronized List<String> namesOfAllCopies(NamedView now, int backups) {
    List<String> names = names(now);
    return names.size() > backups || since.values().stream().anyMatch(Lost::mayBeAlone)
        ? names
        : List.of();
  }

  /** Names of those that are waited for, in their order; none of the members. */
  synchronized List<String> names(NamedView now) {
    if (since.isEmpty()) {
      return List.of();
    }
    since.keySet().removeAll(now.byName().keySet());
    forget();
    return since.keySet().stream().sorted().toList();
  }

  /** Those that are waited for, for members that may not know of them. */
  synchronized List<Loss> losses() {
    if (since.isEmpty()) {
      return List.of();
    }
    forget();
    long time = scheduler.nanoTime();
    return since.entrySet().stream()
        .map(
            loss ->
                new Loss(
                    loss.getKey(), TimeUnit.NANOSECONDS.toMillis(time - loss.getValue().nanos())))
        .toList();
  }

  /**
   * Hears whom the others have lost, in any order; of those that it has lost itself it knows
   * better.
   */
  synchronized void hear(List<Loss> losses) {
    Map<String, Long> first = new TreeMap<>();
    losses.forEach(loss -> first.merge(loss.name(), loss.millisAgo(), Math::max));
    long time = scheduler.nanoTime();
    first.forEach(
        (name, millisAgo) -> {
          if (since.size() < MOST) {
            long nanos = time - TimeUnit.MILLISECONDS.toNanos(millisAgo);
            since.putIfAbsent(name, new Lost(nanos, true));
          }
        });
  }

  private void forget() {
    long time = scheduler.nanoTime();
    since.values().removeIf(lost -> time - lost.nanos() > WAITED_FOR.toNanos());
  }
}
