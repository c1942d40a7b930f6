package org.g2cl.cmi.tomee.shop;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;

/** Driver of H2 whose connections fail in a commit when a test says so. */
public final class BreakingDriver extends CommitDriver {
  /** What a URL of H2 has before it. */
  public static final String PREFIX = "breaking:";

  private static final AtomicReference<Break> NEXT = new AtomicReference<>();

  /** What the first statement after that commit fails by, or null. */
  private static final AtomicReference<Error> THEN = new AtomicReference<>();

  private static final AtomicReference<Error> DUE = new AtomicReference<>();

  /** What happens in a commit. */
  public enum Break {
    /** The connection is gone before the database hears of the commit. */
    BEFORE,
    /** The connection is gone before the answer comes. */
    AFTER,
    /** The database refuses it, as it does when a deferred constraint is violated. */
    REFUSED
  }

  /** Lets the next commit fail. */
  public static void breakNextCommit(Break how) {
    NEXT.set(how);
  }

  /** Lets the next commit fail, and then the first statement, which asks what became of it. */
  public static void breakNextCommit(Break how, Error then) {
    THEN.set(then);
    breakNextCommit(how);
  }

  /** For the driver manager and the data source. */
  public BreakingDriver() {
    super(PREFIX, new org.h2.Driver());
  }

  @Override
  protected void beforeCommit(Connection connection) throws SQLException {
    Break due = NEXT.getAndSet(null);
    if (due == null) {
      return;
    }
    DUE.set(THEN.getAndSet(null));
    if (due == Break.AFTER) {
      connection.commit();
    } else {
      connection.rollback();
    }
    if (due == Break.REFUSED) {
      throw new SQLException("a deferred constraint is violated", "23503");
    }
    connection.close();
    throw new SQLException("connection reset", "08006");
  }

  @Override
  protected void beforeStatement() {
    Error due = DUE.getAndSet(null);
    if (due != null) {
      throw due;
    }
  }
}
