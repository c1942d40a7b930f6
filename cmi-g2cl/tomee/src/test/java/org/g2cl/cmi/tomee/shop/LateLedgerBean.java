package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Stateful;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.Serializable;
import javax.sql.DataSource;

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
  public void afterBegin() {
    late = null;
    synchronizations = 0;
  }

  @Override
  public void beforeCompletion() {
    if (late != null) {
      writeAfter(registry, shop, late, synchronizations);
    }
  }

  private static void writeAfter(
      TransactionSynchronizationRegistry registry, DataSource shop, String row, int count) {
    if (count == 0) {
      LedgerRows.insert(shop, row);
      return;
    }
    registry.registerInterposedSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            writeAfter(registry, shop, row, count - 1);
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
