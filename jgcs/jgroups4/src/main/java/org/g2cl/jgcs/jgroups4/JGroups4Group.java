package org.g2cl.jgcs.jgroups4;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/** Group of JGroups, known by its cluster name. */
record JGroups4Group(String name) implements GroupConfiguration {
  JGroups4Group {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return "group '" + name + "'";
  }
}
