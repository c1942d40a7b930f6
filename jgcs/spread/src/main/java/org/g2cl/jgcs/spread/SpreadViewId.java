package org.g2cl.jgcs.spread;

import net.sf.jgcs.MembershipID;

/**
 * Identity of a view, equal at all members that install it.
 *
 * @param process daemon that formed the ring
 * @param time when it did
 * @param index count of the group's changes since
 * @param through byte offset of the set of members that came through a change of the ring together,
 *     for the view of that set alone; -1 for a view as the daemon told it
 */
record SpreadViewId(int process, int time, int index, int through) implements MembershipID {
  static final int WHOLE = -1;

  /** Identity of the view in which one set of members is still alone, before the merge. */
  SpreadViewId before(int set) {
    return new SpreadViewId(process, time, index, set);
  }

  @Override
  public String toString() {
    String text =
        "view %s.%s.%d"
            .formatted(Integer.toHexString(process), Integer.toUnsignedString(time), index);
    return through == WHOLE ? text : text + " of set " + through;
  }
}
