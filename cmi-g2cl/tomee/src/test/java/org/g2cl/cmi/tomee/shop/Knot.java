package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Remote view of a bean that may refer back to itself. */
@Remote
public interface Knot {
  int increment();

  /** Holds an object that refers to the bean. */
  void tie();
}
