package org.g2cl.cmi.tomee.graph;

/** Where objects are written one after the other. */
interface ObjectOutput {
  /** Writes an object and all that it leads to. */
  void writeObject(Object object) throws UnsupportedGraphException;
}
