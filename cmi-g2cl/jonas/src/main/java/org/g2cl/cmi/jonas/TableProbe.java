package org.g2cl.cmi.jonas;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Markers of requests that nobody sends, by which a table shows that it does what rests on it: one
 * that a take-over has settled can be written no more, and one whose transaction was rolled back is
 * not there.
 */
final class TableProbe {
  private static final Logger LOG = LoggerFactory.getLogger(TableProbe.class);
  private static final SessionId SESSION = new SessionId("probe");
  private static final long EPOCH = 1;

  private final MarkerTable table;
  private final DataSource source;
  private final ServerTransactions transactions;
  private final RequestId settled = new RequestId("probe-settled-" + UUID.randomUUID());
  private final RequestId rolledBack = new RequestId("probe-rolled-back-" + UUID.randomUUID());

  TableProbe(MarkerTable table, DataSource source, ServerTransactions transactions) {
    this.table = table;
    this.source = source;
    this.transactions = transactions;
  }

  /**
   * Tries it, on a thread without a transaction.
   *
   * @throws PropagationException when the table does not do it, or cannot be asked
   */
  void run() throws PropagationException {
    try {
      settleAndRecord();
      recordAndRollBack();
    } catch (SQLException e) {
      throw new PropagationException(
          "table %s cannot be written: %s; its user needs the rights to SELECT, INSERT and DELETE"
              .formatted(MarkerTable.TABLE, e.getMessage()),
          e);
    } finally {
      forget();
    }
  }

  private void settleAndRecord() throws PropagationException, SQLException {
    table.settle(SESSION, settled, EPOCH);
    table.settle(SESSION, settled, EPOCH); // reads the marker, which the first time writes
    try {
      record(settled);
    } catch (FencedException e) {
      return; // as it has to be
    }
    throw new PropagationException(
        "a request that was settled could still write its marker, so table %s lacks its primary key; make it as by: %s"
            .formatted(MarkerTable.TABLE, MarkerTable.DDL));
  }

  private void recordAndRollBack() throws PropagationException, SQLException {
    boolean tried = transactions.rollBackAfter(() -> record(rolledBack));
    if (tried && table.settle(SESSION, rolledBack, EPOCH)) {
      throw new PropagationException(
          "its connections take no part in transactions, so that a marker would hold when its call is rolled back; name a data source whose connections do");
    }
  }

  private void record(RequestId request) throws SQLException, FencedException {
    try (Connection connection = source.getConnection()) {
      table.record(connection, SESSION, request, EPOCH);
    }
  }

  private void forget() {
    try {
      table.forget(settled);
      table.forget(rolledBack);
    } catch (SQLException e) {
      LOG.warn(
          "rows of table {} cannot be deleted, so that it grows; see that its user has the right to DELETE: {}",
          MarkerTable.TABLE,
          e.getMessage());
    }
  }
}
