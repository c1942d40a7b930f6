package org.g2cl.cmi.tomee;

import jakarta.transaction.InvalidTransactionException;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.openejb.loader.SystemInstance;
import org.g2cl.cmi.core.MarkerTable;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Marker of a request that nobody sends, by which the table shows at the start that it does what
 * rests on it: a take-over settles the request, and a transaction of a bean can then write its
 * marker no more. So the table has its key, and both data sources reach it, with the rights that
 * they need.
 */
final class MarkerProbe {
  private static final Logger LOG = LoggerFactory.getLogger(MarkerProbe.class);
  private static final SessionId SESSION = new SessionId("probe");
  private static final long EPOCH = 1;

  private final MarkerTable table;
  private final DataSource transactional;
  private final MarkerSources names;
  private final RequestId request = new RequestId("probe-" + UUID.randomUUID());

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
    TransactionManager manager = SystemInstance.get().getComponent(TransactionManager.class);
    try {
      Transaction callers = manager.suspend();
      try {
        settleAndRecord(manager);
      } finally {
        if (callers != null) {
          manager.resume(callers);
        }
      }
    } catch (SystemException | NotSupportedException | InvalidTransactionException e) {
      throw new IllegalStateException("the transaction manager does not answer", e);
    }
  }

  private void settleAndRecord(TransactionManager manager)
      throws SystemException, NotSupportedException {
    try {
      table.settle(SESSION, request, EPOCH);
      table.settle(SESSION, request, EPOCH); // reads the marker, which the first time writes
    } catch (PropagationException e) {
      failed(names.settling(), "SELECT and INSERT", e);
      return;
    }
    try {
      recordInTransaction(manager);
    } finally {
      forget();
    }
  }

  private void recordInTransaction(TransactionManager manager)
      throws SystemException, NotSupportedException {
    manager.begin();
    try {
      record(manager.getTransaction());
    } catch (SQLException e) {
      failed(names.markers(), "INSERT", e);
    } finally {
      manager.rollback();
    }
  }

  private void record(Transaction transaction) throws SQLException {
    try (Connection connection = transactional.getConnection()) {
      if (connection.getAutoCommit()) {
        throw outsideTransactions();
      }
      table.record(connection, SESSION, request, EPOCH);
    } catch (FencedException e) {
      if (!Transactions.hasResources(transaction)) {
        throw outsideTransactions();
      }
      return;
    }
    throw wrong(
        "a request that was settled by '%s' could still write its marker by '%s'; see that both reach the same schema of the same database, and that the table has its primary key, as by: %s"
            .formatted(names.settling(), names.markers(), MarkerTable.DDL));
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
        "table %s cannot be used by '%s': %s; see that both reach the same schema of the same database, that the table is as by: %s, and that the user of '%s' has the right to %s"
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

  private void forget() {
    try {
      table.forget(request);
    } catch (SQLException e) {
      LOG.warn(
          "MarkersSettling is '{}': rows of table {} cannot be deleted, so that it grows; see that its user has the right to DELETE: {}",
          names.settling(),
          MarkerTable.TABLE,
          e.getMessage());
    }
  }
}
