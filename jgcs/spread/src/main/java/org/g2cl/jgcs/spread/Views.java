package org.g2cl.jgcs.spread;

import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.sf.jgcs.Membership;
import net.sf.jgcs.spi.ViewMembership;

/**
 * Members of the group as this member has been told, and what a next view changes.
 *
 * <p>One thread installs views; any asks for members.
 *
 * <p>Members are ranked by age. When parts of a ring merge, those that did not come along with this
 * member are gone and joined again: a view of those that did goes ahead.
 */
final class Views {
  private final SpreadAddress local;
  private volatile Map<String, SpreadAddress> known = Map.of();

  Views(SpreadAddress local) {
    this.local = local;
  }

  /** Refuses a view of others. */
  void check(GroupView view) throws MalformedFrameException {
    String own = local.privateGroup();
    if (!view.members().contains(own) || (view.byNetwork() && !view.together().contains(own))) {
      throw new MalformedFrameException(
          "the daemon told %s of a view without it: %s".formatted(local, view));
    }
  }

  /** Takes a view from the daemon; gives what the application is to be told, in order. */
  List<Membership> install(GroupView view) {
    List<Membership> told = new ArrayList<>();
    if (bringsBack(view)) {
      Set<String> through = new LinkedHashSet<>(known.keySet());
      through.retainAll(view.together());
      told.add(change(view.id().before(view.setAt()), through, false, false));
    }
    told.add(change(view.id(), view.members(), view.byLeave(), unites(view)));
    return told;
  }

  /** Tells whether a view has members that the one before had not, or that were cut off since. */
  boolean isWidenedBy(GroupView view) {
    return !known.keySet().containsAll(view.members()) || bringsBack(view);
  }

  /** Tells whether a member of both views did not come from one to the other together with us. */
  private boolean bringsBack(GroupView view) {
    return view.byNetwork()
        && view.members().stream()
            .anyMatch(member -> known.containsKey(member) && !view.together().contains(member));
  }

  /** Tells whether members of the group come from another part of the ring. */
  private boolean unites(GroupView view) {
    return view.byNetwork() && !known.isEmpty() && !view.together().containsAll(view.members());
  }

  private Membership change(
      SpreadViewId id, Iterable<String> members, boolean byLeave, boolean merged) {
    Map<String, SpreadAddress> before = known;
    Map<String, SpreadAddress> now = new HashMap<>();
    members.forEach(
        name ->
            now.put(name, before.containsKey(name) ? before.get(name) : new SpreadAddress(name)));
    known = now;
    List<SocketAddress> gone = without(before, now);
    return new ViewMembership(
        id,
        local,
        without(now, Map.of()),
        without(now, before),
        byLeave ? gone : List.of(),
        byLeave ? List.of() : gone,
        merged);
  }

  private static List<SocketAddress> without(
      Map<String, SpreadAddress> some, Map<String, SpreadAddress> others) {
    List<SpreadAddress> left = new ArrayList<>(some.values());
    left.removeIf(member -> others.containsKey(member.privateGroup()));
    return List.copyOf(PrivateNames.byAge(left));
  }

  /** Address of a member, or null when there is no such member. */
  SpreadAddress member(String privateGroup) {
    return known.get(privateGroup);
  }
}
