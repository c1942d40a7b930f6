package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Remote view of a branch of the shop. */
@Remote
public interface Branch {
  /** How many branches it and those below are. */
  int size();
}
