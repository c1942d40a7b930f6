package org.g2cl.cmi.tomee.errand;

import jakarta.enterprise.context.RequestScoped;

/** One per request. */
@RequestScoped
public class Visit {
  private int steps;

  public int step() {
    return ++steps;
  }
}
