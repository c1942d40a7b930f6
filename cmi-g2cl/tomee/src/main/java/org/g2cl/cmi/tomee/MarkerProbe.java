package org.g2cl.cmi.tomee;

import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.HeuristicRollbackException;
import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.core.MarkerTrial;
import org.g2cl.cmi.core.MarkerTrial.Marking;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@link MarkerTrial} of the table of markers, at the start, in transactions of the server's. */
final class MarkerProbe implements MarkerTrial.Writer {
  private static final Logger LOG = LoggerFactory.getLogger(MarkerProbe.class);

  private final MarkerTable table;
  private final DataSource transactional;
  private final MarkerSources names;
  private final TransactionManager manager =
      SystemInstance.get().getComponent(TransactionManager.class);

  /**
   * Creates one.
   *
   * @param transactional data source of the beans' transactions
   * @param names of that and of the table's own data source, for messages
   */
  MarkerProbe(MarkerTable table, DataSource transactional, MarkerSources names) {
    this.table = table;
    this.transactional = transactional;
    this.names = names;
  }

  /**
   * Tries it, outside of any transaction of the calling thread.
   *
   * @throws IllegalStateException when the table does not do it; the message says why. When the
   *     database cannot be asked, that is logged only
   */
  void run() {
    try {
      Transaction callers = manager.suspend();
      try {
        tryTable();
      } finally {
        if (callers != null) {
          manager.resume(callers);
        }
      }
    } catch (SystemException | InvalidTransactionException e) {
      throw noAnswer(e);
    }
  }

  private void tryTable() {
    try {
      var trial = new MarkerTrial(table, "MarkersSettling is '%s'".formatted(names.settling()));
      tell(trial.run(this));
    } catch (PropagationException e) {
      failed(names.settling(), "SELECT and INSERT", e);
    } catch (SQLException e) {
      failed(names.markers(), "INSERT", e);
    }
  }

  private void tell(MarkerTrial.Result result) {
    switch (result) {
      case SOUND -> LOG.debug("table {} does what rests on it", MarkerTable.TABLE);
      case NOT_BARRED ->
          throw wrong(
              "a request that was settled by '%s' could still write its marker by '%s'; see that both reach the same schema of the same database, and that the table has its primary key, as by: %s"
                  .formatted(names.settling(), names.markers(), MarkerTable.DDL));
      case NOT_SEEN ->
          throw wrong(
              "a marker that was committed by '%s' is not seen by '%s', so that a take-over would have the call executed again; see that no view, policy or trigger of the database hides or changes rows of table %s"
                  .formatted(names.markers(), names.settling(), MarkerTable.TABLE));
      case NOT_ROLLED_BACK -> throw outsideTransactions();
    }
  }

  @Override
  public void commitAfter(Marking marking) throws SQLException, PropagationException {
    begin();
    boolean written = false;
    try {
      write(marking);
      written = true;
    } finally {
      if (!written) {
        rollBack();
      }
    }
    commit();
  }

  @Override
  public boolean rollBackAfter(Marking marking) throws SQLException, PropagationException {
    begin();
    try {
      write(marking);
      return true;
    } finally {
      rollBack();
    }
  }

  private void write(Marking marking) throws SQLException, FencedException {
    try (Connection connection = transactional.getConnection()) {
      if (connection.getAutoCommit()) {
        throw outsideTransactions();
      }
      marking.write(connection);
    } catch (FencedException e) {
      requirePart();
      throw e;
    }
    requirePart();
  }

  private void requirePart() {
    if (!Transactions.hasResources(Transactions.current())) {
      throw outsideTransactions();
    }
  }

  private void begin() {
    try {
      manager.begin();
    } catch (SystemException | NotSupportedException e) {
      throw noAnswer(e);
    }
  }

  private void commit() throws SQLException {
    try {
      manager.commit();
    } catch (RollbackException | HeuristicMixedException | HeuristicRollbackException e) {
      throw new SQLException("the transaction of a marker cannot be committed: " + e, e);
    } catch (SystemException e) {
      throw noAnswer(e);
    }
  }

  private void rollBack() {
    try {
      manager.rollback();
    } catch (SystemException e) {
      throw noAnswer(e);
    }
  }

  private static IllegalStateException noAnswer(Exception failure) {
    return new IllegalStateException("the transaction manager does not answer", failure);
  }

  private IllegalStateException outsideTransactions() {
    return wrong(
        "connections of '%s' take no part in transactions, so that a marker would hold when its call is rolled back; set JtaManaged = true for '%s', and false for '%s'"
            .formatted(names.markers(), names.markers(), names.settling()));
  }

  private void failed(String source, String rights, Exception failure) {
    Optional<Exception> refusal = SqlFailure.refusal(failure);
    if (refusal.isEmpty()) {
      LOG.warn(
          "the table of markers cannot be looked at by '{}' yet, and is used as it is: {}",
          source,
          failure.getMessage());
      return;
    }
    throw wrong(
        "table %s cannot be used by '%s': %s; see that both reach the same schema of the same database, that it is PostgreSQL or H2, that the table is as by: %s, and that the user of '%s' has the right to %s"
            .formatted(
                MarkerTable.TABLE,
                source,
                SqlFailure.text(refusal.get()),
                MarkerTable.DDL,
                source,
                rights));
  }

  private IllegalStateException wrong(String why) {
    return new IllegalStateException(
        "Markers is '%s' and MarkersSettling is '%s': %s"
            .formatted(names.markers(), names.settling(), why));
  }
}
