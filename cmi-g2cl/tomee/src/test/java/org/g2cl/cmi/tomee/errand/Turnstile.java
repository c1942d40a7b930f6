package org.g2cl.cmi.tomee.errand;

import jakarta.ejb.Remote;
import org.g2cl.cmi.tomee.shop.RefusedException;

@Remote
public interface Turnstile {
  /** Returns when the gate opens. */
  int slowly();

  /** Waits for others as the bean says. */
  int asTheBeanSays();

  /** Does not wait for others. */
  int atOnce();

  /** Waits for others as long as it takes. */
  int patiently();

  int refuse() throws RefusedException;
}
