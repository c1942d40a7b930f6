package org.g2cl.cmi.tomee;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.transaction.xa.XAException;

/** What the failure of a commit, or of a marker before it, says about trying it again. */
final class SqlFailure {
  /**
   * Beginnings of SQL states by which the rows may well be written next time: the connection, the
   * transaction rolled back for others' sake (SQL standard), the server ended by its administrator
   * or by a crash (PostgreSQL), the database closed (H2).
   */
  private static final Set<String> PASSING = Set.of("08", "40", "57P0", "90067", "90098", "90121");

  /** Of class 40, but the transaction's own fault: a constraint, looked at in the commit. */
  private static final String INTEGRITY = "40002";

  /** A row cannot be written: SQL standard and PostgreSQL; H2 has no such transaction. */
  private static final String READ_ONLY = "25006";

  /** A statement has failed before, and PostgreSQL takes no other one. */
  private static final String ABORTED = "25P02";

  /** A right lacks: PostgreSQL, H2. */
  private static final Set<String> NO_RIGHT = Set.of("42501", "90096");

  private static final int MAX_CAUSES = 20;

  private SqlFailure() {}

  /**
   * Returns the exception by which the database has refused the rows, so that it would refuse them
   * again; empty when the failure may pass, as that of a connection, or says nothing of the kind.
   *
   * @param failure what the commit has thrown
   */
  static Optional<Exception> refusal(Throwable failure) {
    List<Throwable> causes = causes(failure);
    Optional<Exception> integrity =
        causes.stream().filter(SqlFailure::isIntegrity).map(Exception.class::cast).findFirst();
    if (integrity.isPresent()) {
      return integrity;
    }
    if (causes.stream().anyMatch(SqlFailure::isPassing)) {
      return Optional.empty();
    }
    return causes.stream()
        .filter(SqlFailure::isTold)
        .map(Exception.class::cast)
        .reduce((outer, inner) -> inner);
  }

  /** Tells whether what failed may well succeed next time, as by another connection. */
  static boolean mayPass(Throwable failure) {
    return causes(failure).stream().anyMatch(SqlFailure::isPassing) && refusal(failure).isEmpty();
  }

  /** One that can be read where the classes of the database's driver are not: at a client. */
  static SQLException readable(SQLException failure) {
    var plain = new SQLException(failure.getMessage(), failure.getSQLState());
    plain.setStackTrace(failure.getStackTrace());
    return plain;
  }

  /** Text of a refusal, for messages. */
  static String text(Exception refusal) {
    return refusal instanceof SQLException sql
        ? "%s (SQL state %s)".formatted(sql.getMessage(), sql.getSQLState())
        : refusal.toString();
  }

  /** What to do about a marker that cannot be written, and of which trying again is no use. */
  static String adviceOnMarker(SQLException failure) {
    Optional<Exception> refusal = refusal(failure);
    if (refusal.isEmpty()) {
      return "See that the database can be reached, then call again";
    }
    String state = refusal.get() instanceof SQLException told ? told.getSQLState() : "";
    if (READ_ONLY.equals(state)) {
      return "The transaction is read-only, so it wrote no row that needs a marker, which is one"
          + " itself: do not set it read-only, or read outside of a transaction";
    }
    if (ABORTED.equals(state)) {
      return "A statement of the transaction has failed before, and the bean went on: let it throw,"
          + " or set a savepoint before such a statement and roll back to it";
    }
    if (NO_RIGHT.contains(state)) {
      return "Grant INSERT on the table of markers to the user of that data source";
    }
    return "The database refuses this row, and would again: see what else than the node has changed"
        + " the table of markers, or what the message names (SQL state %s)".formatted(state);
  }

  /** What the innermost cause of a failure says, for messages. */
  static String innermost(Throwable failure) {
    List<Throwable> causes = causes(failure);
    return causes.get(causes.size() - 1).toString();
  }

  private static boolean isIntegrity(Throwable cause) {
    return cause instanceof SQLException sql && INTEGRITY.equals(sql.getSQLState());
  }

  private static boolean isPassing(Throwable cause) {
    return cause instanceof SQLTransientConnectionException
        || cause instanceof SQLNonTransientConnectionException
        || cause instanceof SQLRecoverableException
        || cause instanceof SQLTransactionRollbackException
        || (cause instanceof SQLException sql
            && sql.getSQLState() != null
            && PASSING.stream().anyMatch(sql.getSQLState()::startsWith));
  }

  private static boolean isTold(Throwable cause) {
    return cause instanceof XAException xa
        ? xa.errorCode == XAException.XA_RBINTEGRITY
        : cause instanceof SQLException sql && sql.getSQLState() != null;
  }

  private static List<Throwable> causes(Throwable failure) {
    var causes = new ArrayList<Throwable>();
    for (Throwable t = failure; t != null && causes.size() < MAX_CAUSES; t = t.getCause()) {
      causes.add(t);
    }
    return causes;
  }
}
