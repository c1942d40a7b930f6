package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Remote view of a bean that may refer back to itself. */
@Remote
public interface Knot {
  int increment();

  /** Holds an object that refers to the bean. */
  void tie();

  /** Counts, and holds an object that refers to the bean when the transaction has ended. */
  int tieAfterwards();

  /** Holds an object that has no place in our form of states, and Java's takes. */
  void speak();

  /** Holds an object that no form takes. */
  void start();
}
