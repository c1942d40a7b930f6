package org.g2cl.sample.jonas.server;

import java.io.Serializable;

/** A class that is serializable, and that no setting allows in a state. */
public final class OffTheList implements Serializable {
  private static final long serialVersionUID = 1;

  /** Creates one. */
  public OffTheList() {}

  @Override
  public String toString() {
    return "off the list";
  }
}
