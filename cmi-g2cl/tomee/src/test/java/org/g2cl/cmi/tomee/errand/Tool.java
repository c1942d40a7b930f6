package org.g2cl.cmi.tomee.errand;

/** Dependent, and not serializable. */
public class Tool {
  public String use() {
    return "used";
  }
}
