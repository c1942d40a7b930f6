package org.g2cl.jgcs.local;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/** Group of a local network, known by its name. */
record LocalGroup(String name) implements GroupConfiguration {
  LocalGroup {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return "group '" + name + "'";
  }
}
