package org.g2cl.cmi.core;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trial of a table of markers, before anything rests on it, by requests that nobody sends: one that
 * a take-over has settled can write its marker no more, one that has committed is seen to have, and
 * one that was rolled back not. So the table has its key, calls and take-overs reach the same rows,
 * and both have the rights that they need. Leaves no row behind where rows may be deleted.
 *
 * <p>Run once, by a thread without a transaction.
 */
public final class MarkerTrial {
  /** What a table has shown. */
  public enum Result {
    /** It does what rests on it. */
    SOUND,
    /** A request that was settled could still write its marker. */
    NOT_BARRED,
    /** A request whose transaction has committed is taken for one that never did. */
    NOT_SEEN,
    /** A marker holds though its transaction was rolled back. */
    NOT_ROLLED_BACK
  }

  /** Writing of one marker. */
  @FunctionalInterface
  public interface Marking {
    /**
     * Writes it on a connection of the transaction's.
     *
     * @throws FencedException when its key is taken, as by a take-over that has barred it
     */
    void write(Connection transaction) throws SQLException, FencedException;
  }

  /** Writer of markers as calls write theirs: each in a transaction of its own. */
  public interface Writer {
    /**
     * Writes a marker in one that then commits, or is rolled back when the writing fails.
     *
     * @throws SQLException when the marker cannot be written, or the transaction not commit
     */
    void commitAfter(Marking marking) throws SQLException, PropagationException;

    /**
     * Writes a marker in one that is then rolled back.
     *
     * @return false when that was not tried, for none can be begun
     * @throws SQLException when the marker cannot be written
     */
    boolean rollBackAfter(Marking marking) throws SQLException, PropagationException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(MarkerTrial.class);
  private static final SessionId SESSION = new SessionId("probe");
  private static final long EPOCH = 1;

  private final MarkerTable table;
  private final String source;
  private final RequestId settled = request("settled");
  private final RequestId committed = request("committed");
  private final RequestId rolledBack = request("rolled-back");

  /**
   * Creates one.
   *
   * @param source what names the table's own data source, for messages
   */
  public MarkerTrial(MarkerTable table, String source) {
    this.table = table;
    this.source = source;
  }

  private static RequestId request(String fate) {
    return new RequestId("probe-" + fate + "-" + UUID.randomUUID());
  }

  /**
   * Tries the table.
   *
   * @throws SQLException when a marker cannot be written as calls do
   * @throws PropagationException when requests cannot be settled as take-overs do
   */
  public Result run(Writer writer) throws SQLException, PropagationException {
    table.isCommitted(SESSION, settled, EPOCH); // who may not read may not delete either
    try {
      if (!bars(writer)) {
        return Result.NOT_BARRED;
      }
      writer.commitAfter(marking(committed));
      if (!settle(committed)) {
        return Result.NOT_SEEN;
      }
      return writer.rollBackAfter(marking(rolledBack)) && settle(rolledBack)
          ? Result.NOT_ROLLED_BACK
          : Result.SOUND;
    } finally {
      forget();
    }
  }

  /** Rolled back where that can be, so that nothing stays in a table that only calls reach. */
  private boolean bars(Writer writer) throws SQLException, PropagationException {
    settle(settled);
    try {
      if (!writer.rollBackAfter(marking(settled))) {
        writer.commitAfter(marking(settled));
      }
      return false;
    } catch (FencedException e) {
      return true;
    }
  }

  private Marking marking(RequestId request) {
    return transaction -> table.record(transaction, SESSION, request, EPOCH);
  }

  private boolean settle(RequestId request) throws PropagationException {
    return table.settle(SESSION, request, EPOCH);
  }

  private void forget() {
    try {
      for (RequestId request : List.of(settled, committed, rolledBack)) {
        table.forget(SESSION, request);
      }
    } catch (SQLException e) { // as it would for the others
      LOG.warn(
          "{}: rows of table {} cannot be deleted, so that it grows; see that its user has the"
              + " right to DELETE: {}",
          source,
          MarkerTable.TABLE,
          e.getMessage());
    }
  }
}
