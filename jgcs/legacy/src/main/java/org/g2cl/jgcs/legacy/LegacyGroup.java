package org.g2cl.jgcs.legacy;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/** Group of a plug-in, known by its name; the plug-in's own object is made when it is joined. */
record LegacyGroup(String name) implements GroupConfiguration {
  LegacyGroup {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return "group '" + name + "'";
  }
}
