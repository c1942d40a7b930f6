package org.g2cl.cmi.tomee.errand;

import jakarta.enterprise.context.ApplicationScoped;

/** One per server; not serializable. */
@ApplicationScoped
public class Rates {
  public int of(String item) {
    return item.length();
  }
}
