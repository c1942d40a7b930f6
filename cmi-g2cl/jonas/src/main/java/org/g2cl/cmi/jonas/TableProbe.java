package org.g2cl.cmi.jonas;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.core.MarkerTrial;
import org.g2cl.cmi.core.MarkerTrial.Marking;
import org.g2cl.propagation.PropagationException;

/** {@link MarkerTrial} of the table of markers, when it is opened. */
final class TableProbe implements MarkerTrial.Writer {
  private final MarkerTable table;
  private final DataSource source;
  private final ServerTransactions transactions;

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
      tell(new MarkerTrial(table, TransactionTable.SETTING).run(this));
    } catch (SQLException e) {
      throw unusable(e);
    } catch (PropagationException e) {
      throw e.getCause() instanceof SQLException refusal ? unusable(refusal) : e;
    }
  }

  private static void tell(MarkerTrial.Result result) throws PropagationException {
    switch (result) {
      case SOUND -> {}
      case NOT_BARRED ->
          throw new PropagationException(
              "a request that was settled could still write its marker, so table %s lacks its primary key; make it as by: %s"
                  .formatted(MarkerTable.TABLE, MarkerTable.DDL));
      case NOT_SEEN ->
          throw new PropagationException(
              "a marker that was committed is not seen, so that a take-over would have the call executed again; see that no view, policy or trigger of the database hides or changes rows of table %s"
                  .formatted(MarkerTable.TABLE));
      case NOT_ROLLED_BACK ->
          throw new PropagationException(
              "its connections take no part in transactions, so that a marker would hold when its call is rolled back; name a data source whose connections do");
    }
  }

  private static PropagationException unusable(SQLException refusal) {
    return new PropagationException(
        "table %s cannot be used: %s; see that it is as by: %s, and that its user has the rights to SELECT, INSERT and DELETE"
            .formatted(MarkerTable.TABLE, refusal.getMessage(), MarkerTable.DDL),
        refusal);
  }

  /** Without a transaction manager nothing writes markers, but the table is tried all the same. */
  @Override
  public void commitAfter(Marking marking) throws SQLException, PropagationException {
    if (!transactions.commitAfter(() -> write(marking))) {
      try (Connection connection = source.getConnection()) {
        connection.setAutoCommit(true);
        marking.write(connection);
      }
    }
  }

  @Override
  public boolean rollBackAfter(Marking marking) throws SQLException, PropagationException {
    return transactions.rollBackAfter(() -> write(marking));
  }

  private void write(Marking marking) throws SQLException, PropagationException {
    try (Connection connection = source.getConnection()) {
      marking.write(connection);
    }
  }
}
