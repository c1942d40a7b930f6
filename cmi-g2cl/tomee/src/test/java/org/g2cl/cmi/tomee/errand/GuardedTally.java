package org.g2cl.cmi.tomee.errand;

import java.io.Serializable;

/** Dependent, with state and an interceptor. */
@Guarded
public class GuardedTally implements Serializable {
  private static final long serialVersionUID = 1L;

  private int count;

  public int next() {
    return ++count;
  }
}
