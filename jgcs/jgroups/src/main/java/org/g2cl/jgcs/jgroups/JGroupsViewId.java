package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.MembershipID;
import org.jgroups.ViewId;

/** Identity of a view: the coordinator that made it and its count of views. */
record JGroupsViewId(JGroupsAddress creator, long number) implements MembershipID {
  static JGroupsViewId of(ViewId id) {
    return new JGroupsViewId(JGroupsAddress.of(id.getCreator()), id.getId());
  }

  @Override
  public String toString() {
    return "view " + number + " of " + creator;
  }
}
