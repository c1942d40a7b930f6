package org.g2cl.jgcs.spread;

import java.util.Objects;
import net.sf.jgcs.GroupConfiguration;

/** Group of Spread, known by its name, which was checked. */
record SpreadGroup(String name) implements GroupConfiguration {
  SpreadGroup {
    Objects.requireNonNull(name, "name");
  }

  @Override
  public String toString() {
    return "group '" + name + "'";
  }
}
