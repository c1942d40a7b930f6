package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

@Remote
public interface Ticket {
  /** Counts its uses. */
  int use();
}
