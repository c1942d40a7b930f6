package org.g2cl.cmi.tomee.errand;

import jakarta.inject.Inject;
import java.io.Serializable;

/** Dependent, with state, and with a bean of its own server. */
public class Tally implements Serializable {
  private static final long serialVersionUID = 1L;

  @Inject private Rates rates;

  private int count;

  public int next() {
    count += rates.of("x");
    return count;
  }
}
