package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Stateful;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serializable;
import javax.sql.DataSource;
import org.g2cl.cmi.api.Idempotent;

/** As persistence does: rows are written when the transaction is about to commit. */
@Stateful(name = "LateLedger")
public class LateLedgerBean implements LateLedger, SessionSynchronization, Serializable {
  private static final long serialVersionUID = 1L;

  private int rows;
  private String late;
  private int synchronizations;

  @Resource private TransactionSynchronizationRegistry registry;

  @Resource(name = "shop")
  private DataSource shop;

  @EJB private Journal journal;

  @Override
  public int bySynchronizations(String row, int count) {
    late = row;
    synchronizations = count;
    return ++rows;
  }

  @Override
  public int afterJournal(String row, int count) {
    journal.write(row);
    return bySynchronizations(row, count);
  }

  @Override
  public int journalBySynchronizations(String line, int count) {
    journalOnlyBySynchronizations(line, count);
    return ++rows;
  }

  @Override
  @Idempotent
  public int journalOnlyBySynchronizations(String line, int count) {
    Journal written = journal;
    runAfter(registry, () -> written.write(line), count);
    return rows;
  }

  @Override
  public int journalThenBreak(String line) {
    journal.write(line);
    Runnable breaking =
        () -> {
          throw new StackOverflowError("foreign");
        };
    runAfter(registry, breaking, 1);
    return ++rows;
  }

  @Override
  public void afterBegin() {
    late = null;
    synchronizations = 0;
  }

  @Override
  public void beforeCompletion() {
    if (late != null) {
      DataSource source = shop;
      String row = late;
      runAfter(registry, () -> LedgerRows.insert(source, row), synchronizations);
    }
  }

  private static void runAfter(
      TransactionSynchronizationRegistry registry, Runnable last, int count) {
    if (count == 0) {
      last.run();
      return;
    }
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            runAfter(registry, last, count - 1);
          }

          @Override
          public void afterCompletion(int status) {
            // nothing was left open
          }
        });
  }

  @Override
  public void afterCompletion(boolean committed) {
    // nothing was left open
  }
}
