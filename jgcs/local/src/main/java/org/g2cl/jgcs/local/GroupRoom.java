package org.g2cl.jgcs.local;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Members of one group and the views that they are in: one view, or several while partitioned.
 *
 * <p>Guarded by the lock of the network.
 */
final class GroupRoom {
  private final Wire wire;
  private final NetworkClock clock;
  private final Wire.EventGuard guard;
  private final LongSupplier viewNumbers;
  private List<View> views = List.of();

  GroupRoom(Wire wire, NetworkClock clock, Wire.EventGuard guard, LongSupplier viewNumbers) {
    this.wire = wire;
    this.clock = clock;
    this.guard = guard;
    this.viewNumbers = viewNumbers;
  }

  Stream<LocalMember> members() {
    return views.stream().flatMap(view -> view.members().stream());
  }

  void add(LocalMember joining) {
    View first = views.isEmpty() ? View.NONE : views.get(0);
    List<LocalMember> members = new ArrayList<>(first.members());
    members.add(joining);
    replace(first.members().isEmpty() ? List.of() : List.of(first), List.of(members), false);
  }

  void remove(LocalMember gone) {
    View before = viewOf(gone);
    if (before != null) {
      wire.flushOrigin(gone);
      replace(
          List.of(before),
          List.of(before.members().stream().filter(m -> !m.equals(gone)).toList()),
          false);
    }
  }

  /** View that the member is in or is about to hear of, or null. */
  private View viewOf(LocalMember member) {
    return views.stream().filter(view -> view.contains(member)).findFirst().orElse(null);
  }

  /** Splits every view by side; members of no side stay together. */
  void partition(Map<LocalMember, Integer> sides) {
    for (View view : List.copyOf(views)) {
      Map<Integer, List<LocalMember>> parts = new LinkedHashMap<>();
      for (LocalMember member : view.members()) {
        parts.computeIfAbsent(sides.getOrDefault(member, -1), s -> new ArrayList<>()).add(member);
      }
      if (parts.size() > 1) {
        replace(List.of(view), parts.values(), false);
      }
    }
  }

  /** Merges all views; the member that joined first is the coordinator. */
  void heal() {
    if (views.size() > 1) {
      replace(
          views,
          List.of(members().sorted(Comparator.comparingLong(LocalMember::number)).toList()),
          true);
    }
  }

  private void replace(List<View> before, Collection<List<LocalMember>> after, boolean merged) {
    List<View> next = new ArrayList<>(views);
    int position = before.isEmpty() ? 0 : next.indexOf(before.get(0));
    next.removeAll(before);
    List<View> made = new ArrayList<>();
    for (List<LocalMember> members : after) {
      if (!members.isEmpty()) {
        made.add(new View(new LocalViewId(viewNumbers.getAsLong()), members, merged));
      }
    }
    next.addAll(position, made);
    views = List.copyOf(next);
    install(made);
  }

  private void install(List<View> made) {
    if (wire.isLoose()) {
      made.forEach(this::installLoosely);
      return;
    }
    for (View view : made) {
      wire.flushSequenced(view);
    }
    for (View view : made) {
      for (LocalMember member : view.members()) {
        member.install(view);
      }
    }
    for (View view : made) {
      wire.reroute(view);
    }
  }

  /** Each member at its own time, but each in the order of the views. */
  private void installLoosely(View view) {
    for (LocalMember member : view.members()) {
      boolean first = member.view().members().isEmpty();
      long at = member.installAfter(first ? clock.nanos() : wire.viewArrival());
      if (first) {
        member.install(view);
      } else {
        clock.at(at, () -> guard.run(() -> installNow(member, view)));
      }
    }
  }

  private void installNow(LocalMember member, View view) {
    if (member.crashed() || member.left()) {
      return;
    }
    member.install(view);
    wire.parted(member, view);
  }
}
