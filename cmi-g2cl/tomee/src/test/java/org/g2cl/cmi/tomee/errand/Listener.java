package org.g2cl.cmi.tomee.errand;

import jakarta.enterprise.event.Observes;

/** Listener of what the bean fires. */
public class Listener {
  public void hear(@Observes StringBuilder event) {
    event.append("heard");
  }
}
