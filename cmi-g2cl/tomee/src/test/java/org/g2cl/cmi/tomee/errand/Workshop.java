package org.g2cl.cmi.tomee.errand;

import jakarta.enterprise.inject.Produces;
import jakarta.enterprise.inject.spi.InjectionPoint;
import java.util.logging.Logger;

/** Maker of what cannot be serialized. */
public class Workshop {
  @Produces
  public Logger logger(InjectionPoint place) {
    return Logger.getLogger(place.getMember().getDeclaringClass().getName());
  }
}
