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

  /** The journal is written, not a row, by the last of so many synchronizations. */
  int journalBySynchronizations(String line, int count);

  /** The same, and marked as idempotent; the ledger itself stays as it is. */
  int journalOnlyBySynchronizations(String line, int count);

  /** The journal is written, then a synchronization throws an {@code Error}. */
  int journalThenBreak(String line);
}
