package org.g2cl.jgcs.jgroups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.Membership;
import org.jgroups.View;
import org.jgroups.ViewId;
import org.jgroups.protocols.pbcast.GMS;

/**
 * Rule of JGroups' GMS by which the largest part has the coordinator after a merge.
 *
 * <p>JGroups' own rule takes the coordinator with the lowest address, so that chance decides and a
 * member that was alone may win over all others. Its {@code LargestWinningPolicy} leaves parts of
 * one size to chance, anew at each attempt; here the lowest address decides between those. JGroups
 * brings the members of a part in an order of chance; here they have that of their view. Joins and
 * leaves are as in JGroups. Only the member that does a merge asks its rule, so members with
 * different ones understand each other. Public because JGroups makes it by its name in the stack;
 * checked against 5.5.7.
 */
public final class LargerPartLeads extends GMS.DefaultMembershipPolicy {
  private static final Comparator<Collection<Address>> LARGER_FIRST =
      Comparator.<Collection<Address>>comparingInt(Collection::size)
          .reversed()
          .thenComparing(part -> part.iterator().next());

  private volatile Collection<View> views = List.of();

  /** For JGroups. */
  public LargerPartLeads() {}

  /** Takes the views of a merge that may begin. */
  void mergeOf(Collection<View> value) {
    views = List.copyOf(value);
  }

  /** Part by part, each in its own order. */
  @Override
  public List<Address> getNewMembership(Collection<Collection<Address>> parts) {
    Membership members = new Membership();
    parts.stream()
        .filter(part -> !part.isEmpty())
        .map(this::inOrder)
        .sorted(LARGER_FIRST)
        .forEach(members::add);
    return members.getMembers();
  }

  /** In that of the newest view that has them all; as they are when there is none. */
  private Collection<Address> inOrder(Collection<Address> part) {
    List<Address> ordered = new ArrayList<>(part);
    views.stream()
        .filter(view -> new HashSet<>(view.getMembers()).containsAll(part))
        .max(Comparator.comparing(View::getViewId, ViewId::compareToIDs))
        .ifPresent(view -> ordered.sort(Comparator.comparingInt(view.getMembers()::indexOf)));
    return ordered;
  }
}
