package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.g2cl.Scheduler;
import org.g2cl.propagation.Placement.NamedView;

/**
 * Members that were lost a short while ago: they may be cut off with the only copies of a session.
 *
 * <p>One that left has handed over, and one that was started anew under its name has no copies; for
 * neither is waited. A member that has just joined, or was away, hears from the others whom they
 * have lost. Thread-safe.
 */
final class Vanished {
  private static final Duration WAITED_FOR = Duration.ofSeconds(30);
  private static final int MOST = 1_000;

  private final Scheduler scheduler;

  /** When each was lost, by name, the oldest first. */
  private final Map<String, Long> since = new LinkedHashMap<>();

  Vanished(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  synchronized void onView(
      NamedView before, List<SocketAddress> now, Collection<SocketAddress> leavers) {
    since.keySet().removeAll(before.byName().keySet());
    before
        .byName()
        .forEach(
            (name, member) -> {
              if (!now.contains(member) && !leavers.contains(member)) {
                since.put(name, scheduler.nanoTime());
              }
            });
    while (since.size() > MOST) {
      since.remove(since.keySet().iterator().next());
    }
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
        .map(loss -> new Loss(loss.getKey(), TimeUnit.NANOSECONDS.toMillis(time - loss.getValue())))
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
            since.putIfAbsent(name, time - TimeUnit.MILLISECONDS.toNanos(millisAgo));
          }
        });
  }

  private void forget() {
    long time = scheduler.nanoTime();
    since.values().removeIf(lost -> time - lost > WAITED_FOR.toNanos());
  }
}
