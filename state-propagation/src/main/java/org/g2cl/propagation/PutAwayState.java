package org.g2cl.propagation;

/** A state that is not in memory. */
interface PutAwayState {
  /**
   * Reads it; it stays where it is.
   *
   * @throws UnreadableStateException when it cannot be read
   */
  byte[] read();

  /** Deletes it, for it was read back or has been replaced. */
  void delete();
}
