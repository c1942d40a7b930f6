package org.g2cl.jgcs.legacy;

import net.sf.jgcs.MembershipID;

/** Identity of a view as the plug-in has it; it is serializable when the plug-in's is. */
@SuppressWarnings("serial") // so says the sentence above
record LegacyViewId(Object id) implements MembershipID {
  @Override
  public String toString() {
    return "view " + id;
  }
}
