package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;

/** Remote view of a bean that writes its row only when its transaction is about to commit. */
@Remote
public interface LateLedger {
  /**
   * The row is written in the bean's {@code beforeCompletion}, or by the last of so many
   * synchronizations, each registered by the one before when that is asked.
   */
  int bySynchronizations(String row, int count);

  /** The same, after the journal has been called in the transaction. */
  int afterJournal(String row, int count);
}
