package org.g2cl.simulate;

/** End of a thread whose machine has crashed. */
final class Killed extends Error {
  private static final long serialVersionUID = 1L;

  Killed() {
    super("machine has crashed", null, false, false);
  }
}
