package org.g2cl.sample.jonas.bean;

import java.io.Serializable;

/** A class of the application that an administrator's filter of the JVM may refuse. */
public final class Vetoed implements Serializable {
  private static final long serialVersionUID = 1;

  /** Creates one. */
  public Vetoed() {}

  @Override
  public String toString() {
    return "vetoed";
  }
}
