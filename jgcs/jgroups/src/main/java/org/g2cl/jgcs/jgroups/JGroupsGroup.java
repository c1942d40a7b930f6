package org.g2cl.jgcs.jgroups;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/** Group of JGroups, known by its cluster name. */
record JGroupsGroup(String name) implements GroupConfiguration {
  JGroupsGroup {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return "group '" + name + "'";
  }
}
