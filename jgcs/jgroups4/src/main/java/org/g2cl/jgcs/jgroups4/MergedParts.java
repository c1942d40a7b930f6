package org.g2cl.jgcs.jgroups4;

import java.util.Set;
import java.util.stream.Collectors;
import org.jgroups.Address;
import org.jgroups.MergeView;
import org.jgroups.View;

/** Parts of the group that a merge brings together. */
final class MergedParts {
  private MergedParts() {}

  /**
   * Members that were together with that one before a merge, or null when it is no merge. One that
   * was put out without hearing of it has the view of before among those that merged: each member
   * was in the newest one that has it.
   */
  static Set<Address> own(View view, Address member) {
    if (!(view instanceof MergeView merge)) {
      return null;
    }
    long number = newest(merge, member);
    return merge.getSubgroups().stream()
        .filter(group -> group.getViewId().getId() == number && group.containsMember(member))
        .flatMap(group -> group.getMembers().stream())
        .filter(other -> newest(merge, other) == number)
        .collect(Collectors.toSet());
  }

  /** Number of the newest view with that member, of those that merged. */
  private static long newest(MergeView merge, Address member) {
    return merge.getSubgroups().stream()
        .filter(group -> group.containsMember(member))
        .mapToLong(group -> group.getViewId().getId())
        .max()
        .orElse(0);
  }
}
