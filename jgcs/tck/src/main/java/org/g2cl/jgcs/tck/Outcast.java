package org.g2cl.jgcs.tck;

import java.io.IOException;

/** Member that a binding can cut off from the others and let back, as a network does. */
public interface Outcast {
  /** Lets nothing pass between it and the others until they have put it out, and longer. */
  void cutOff() throws IOException;

  /** Lets everything pass again. */
  void letBack() throws IOException;
}
