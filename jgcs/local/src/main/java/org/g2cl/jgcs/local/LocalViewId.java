package org.g2cl.jgcs.local;

import net.sf.jgcs.MembershipID;

/** Identity of a view: a number that its network gives out once. */
record LocalViewId(long number) implements MembershipID {
  @Override
  public String toString() {
    return "view " + number;
  }
}
