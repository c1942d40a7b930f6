package org.g2cl.jgcs.spread;

import java.util.Collection;
import java.util.List;
import net.sf.jgcs.MembershipID;

/**
 * Identity of a view, equal at all members that install it.
 *
 * @param process daemon that formed the ring
 * @param time when it did
 * @param index count of the group's changes since
 * @param through byte offset of the set of members that came through a change of the ring together,
 *     for the view of that set alone; -1 for a view of all
 * @param without members that the daemon has in it, but that are put out; sorted
 */
record SpreadViewId(int process, int time, int index, int through, List<String> without)
    implements MembershipID {
  static final int WHOLE = -1;

  /** Identity of a view as the daemon told it. */
  static SpreadViewId whole(int process, int time, int index) {
    return new SpreadViewId(process, time, index, WHOLE, List.of());
  }

  /** Identity of the view in which one set of members is still alone, before the merge. */
  SpreadViewId before(int set) {
    return new SpreadViewId(process, time, index, set, without);
  }

  /** Identity of the same view without some of its members. */
  SpreadViewId without(Collection<String> members) {
    return new SpreadViewId(process, time, index, through, members.stream().sorted().toList());
  }

  @Override
  public String toString() {
    String text =
        "view %s.%s.%d"
            .formatted(Integer.toHexString(process), Integer.toUnsignedString(time), index);
    String of = through == WHOLE ? text : text + " of set " + through;
    return without.isEmpty() ? of : of + " without " + without;
  }
}
