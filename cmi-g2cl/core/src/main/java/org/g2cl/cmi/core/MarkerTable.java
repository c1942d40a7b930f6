package org.g2cl.cmi.core;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;
import org.g2cl.propagation.FencedException;
import org.g2cl.propagation.OutcomeLog;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;
import org.g2cl.propagation.SessionId;

/**
 * Table of transaction markers, by which a take-over learns whether a call of the former owner was
 * committed.
 *
 * <p>A call writes its marker in its own transaction, with session, request id and epoch as the
 * primary key. Who takes over inserts a barring marker with the same key in a transaction of its
 * own. The database lets only one of the two commit, and makes the second insert wait for the first
 * transaction to end: so there is one answer, until the markers are swept. Works on PostgreSQL and
 * H2.
 */
public final class MarkerTable implements OutcomeLog {
  /** Name of the table. */
  public static final String TABLE = "g2cl_marker";

  /**
   * Statement that creates the table, for databases in which the application may not. The time of
   * creation is in milliseconds since 1970, UTC, so that no time zone moves it.
   */
  public static final String DDL =
      "CREATE TABLE IF NOT EXISTS "
          + TABLE
          + " (request_id VARCHAR(128) NOT NULL, epoch BIGINT NOT NULL,"
          + " session_id VARCHAR(128) NOT NULL, committed BOOLEAN NOT NULL,"
          + " created BIGINT NOT NULL, PRIMARY KEY (session_id, request_id, epoch))";

  private static final String INSERT =
      "INSERT INTO "
          + TABLE
          + " (request_id, epoch, session_id, committed, created)"
          + " VALUES (?, ?, ?, ?, ?)";

  /** Of PostgreSQL: waits as INSERT does, and then says 0 rows where that fails and is logged. */
  private static final String INSERT_UNLESS_THERE = INSERT + " ON CONFLICT DO NOTHING";

  private static final String SELECT =
      "SELECT committed FROM " + TABLE + " WHERE session_id = ? AND request_id = ? AND epoch = ?";
  private static final String SELECT_OF_ALL_EPOCHS =
      "SELECT 1 FROM " + TABLE + " WHERE session_id = ? AND request_id = ? AND committed";
  private static final String SWEEP = "DELETE FROM " + TABLE + " WHERE created < ?";
  private static final String FORGET =
      "DELETE FROM " + TABLE + " WHERE session_id = ? AND request_id = ?";

  /** What to do about the key of an older build. */
  private static final String NEW_KEY =
      "make it PRIMARY KEY (session_id, request_id, epoch) when no server of such a build is left";

  private static final String UNIQUE_VIOLATION = "23505";

  /** A row that was in the way may be swept before it is read. */
  private static final int ATTEMPTS = 3;

  /** A sweep of many rows takes longer than a call may; one that is cut short deletes none. */
  private static final Duration LONGEST_SWEEP = Duration.ofMinutes(5);

  private final DataSource settling;
  private final Duration timeout;

  /**
   * Creates a table that is reached through a data source.
   *
   * @param settling source of connections outside of any transaction of the application
   * @param timeout longest time to wait for a former owner's transaction to end, or for a table
   *     that somebody has locked; the wait for a connection comes before it, and is bounded by the
   *     data source's own setting only
   */
  public MarkerTable(DataSource settling, Duration timeout) {
    this.settling = settling;
    this.timeout = timeout;
  }

  /**
   * Creates the table where it is missing; members may do so at the same time.
   *
   * @throws SQLException when the database refuses and the table is not there
   */
  public void create() throws SQLException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      try (var statement = connection.createStatement()) {
        bound(statement);
        statement.execute(DDL);
      } catch (SQLException e) {
        if (!exists(connection)) {
          throw e;
        }
      }
    }
  }

  /**
   * Writes the marker of a call in its own transaction.
   *
   * @param transaction connection on which the call's rows are written; not closed here
   * @throws FencedException when a take-over has barred the call, or another session has its id in
   *     a table that an older build made: its transaction must roll back
   * @throws SQLException when the database fails
   */
  public void record(Connection transaction, SessionId session, RequestId request, long epoch)
      throws SQLException, FencedException {
    try {
      insert(transaction, INSERT, session, request, epoch, true);
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw new FencedException(
            "session %s: request %s of epoch %d was barred by a take-over; send it again. Where the key of table %s lacks the session, as an older build made it, another session may have this id: %s"
                .formatted(session, request, epoch, TABLE, NEW_KEY));
      }
      throw e;
    }
  }

  @Override
  public boolean settle(SessionId session, RequestId request, long epoch)
      throws PropagationException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (bars(connection, session, request, epoch)) {
          return false;
        }
        Optional<Boolean> known = committed(connection, session, request, epoch);
        if (known.isPresent()) {
          return known.get();
        }
      }
      throw new PropagationException(
          "session %s: request %s has the id of another session's, and the key of table %s, which an older build made, does not keep them apart; %s"
              .formatted(session, request, TABLE, NEW_KEY));
    } catch (SQLException | RuntimeException e) { // pools have exceptions of their own
      throw unreadable(session, request, e);
    }
  }

  /** Tells whether a call is known to have committed; bars nothing. */
  boolean isCommitted(SessionId session, RequestId request, long epoch)
      throws PropagationException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      return committed(connection, session, request, epoch).orElse(false);
    } catch (SQLException | RuntimeException e) {
      throw unreadable(session, request, e);
    }
  }

  /**
   * Tells whether a request has committed in any epoch of its session; bars nothing.
   *
   * @throws PropagationException when the table cannot be read
   */
  public boolean hasCommitted(SessionId session, RequestId request) throws PropagationException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      try (PreparedStatement statement = connection.prepareStatement(SELECT_OF_ALL_EPOCHS)) {
        bound(statement);
        statement.setString(1, session.value());
        statement.setString(2, request.value());
        try (ResultSet row = statement.executeQuery()) {
          return row.next();
        }
      }
    } catch (SQLException | RuntimeException e) {
      throw unreadable(session, request, e);
    }
  }

  private static PropagationException unreadable(
      SessionId session, RequestId request, Exception failure) {
    return new PropagationException(
        "session %s: the outcome of request %s cannot be read from table %s (%s); it is asked again with the next try"
            .formatted(session, request, TABLE, reason(failure)),
        failure);
  }

  /** What pools throw often has no message. */
  private static String reason(Exception failure) {
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  @Override
  public boolean bar(SessionId session, RequestId request, long epoch) throws PropagationException {
    return settle(session, request, epoch);
  }

  /**
   * Deletes the markers that are older than any retry, in five minutes at most.
   *
   * @return how many were deleted
   * @throws SQLException when the database fails or takes longer; then none were
   */
  public int sweep(Duration age) throws SQLException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      try (PreparedStatement statement = connection.prepareStatement(SWEEP)) {
        bound(statement, LONGEST_SWEEP);
        statement.setLong(1, Instant.now().minus(age).toEpochMilli());
        return statement.executeUpdate();
      }
    }
  }

  /** Deletes the markers of a request that nobody sends again. */
  public void forget(SessionId session, RequestId request) throws SQLException {
    try (Connection connection = settling.getConnection()) {
      connection.setAutoCommit(true);
      try (PreparedStatement statement = connection.prepareStatement(FORGET)) {
        bound(statement);
        statement.setString(1, session.value());
        statement.setString(2, request.value());
        statement.executeUpdate();
      }
    }
  }

  /** Inserts a barring marker, unless there is one of this key. */
  private boolean bars(Connection connection, SessionId session, RequestId request, long epoch)
      throws SQLException {
    boolean quiet = connection.getMetaData().getDatabaseProductName().equals("PostgreSQL");
    try {
      String statement = quiet ? INSERT_UNLESS_THERE : INSERT;
      return insert(connection, statement, session, request, epoch, false) > 0;
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private int insert(
      Connection connection,
      String sql,
      SessionId session,
      RequestId request,
      long epoch,
      boolean committed)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bound(statement);
      statement.setString(1, request.value());
      statement.setLong(2, epoch);
      statement.setString(3, session.value());
      statement.setBoolean(4, committed);
      statement.setLong(5, Instant.now().toEpochMilli());
      return statement.executeUpdate();
    }
  }

  /**
   * Fate of a request of that session and epoch; empty when there is no row of its own: in a table
   * of an older build, whose key lacks the session, another's may be in its way.
   */
  private Optional<Boolean> committed(
      Connection connection, SessionId session, RequestId request, long epoch) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SELECT)) {
      bound(statement);
      statement.setString(1, session.value());
      statement.setString(2, request.value());
      statement.setLong(3, epoch);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(row.getBoolean(1)) : Optional.empty();
      }
    }
  }

  private boolean exists(Connection connection) {
    try (var statement = connection.createStatement()) {
      bound(statement);
      statement.executeQuery("SELECT 1 FROM " + TABLE + " WHERE epoch < 0").close();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private void bound(Statement statement) throws SQLException {
    bound(statement, timeout);
  }

  private static void bound(Statement statement, Duration longest) throws SQLException {
    statement.setQueryTimeout((int) Math.max(1, longest.toSeconds()));
  }
}
