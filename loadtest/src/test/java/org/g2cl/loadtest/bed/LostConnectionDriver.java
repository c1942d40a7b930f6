package org.g2cl.loadtest.bed;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import org.g2cl.cmi.tomee.shop.CommitDriver;
import org.postgresql.PGConnection;

/** Driver of PostgreSQL whose connections the server ends in a commit, when told to. */
public final class LostConnectionDriver extends CommitDriver {
  static final String PREFIX = "lost:";

  private static final AtomicReference<Loss> NEXT = new AtomicReference<>();

  /** When the server ends the connection. */
  enum Loss {
    /** Before it hears of the commit. */
    BEFORE,
    /** When it has committed. */
    AFTER
  }

  /** Does what ends the server's process of a connection. */
  interface Terminator {
    void terminate(int backend) throws SQLException;
  }

  private static volatile Terminator terminator;

  /** Lets the connection of the next commit be lost. */
  static void loseNext(Loss when, Terminator by) {
    terminator = by;
    NEXT.set(when);
  }

  static boolean isDue() {
    return NEXT.get() != null;
  }

  /** For the data source. */
  public LostConnectionDriver() {
    super(PREFIX, new org.postgresql.Driver());
  }

  @Override
  protected void beforeCommit(Connection connection) throws SQLException {
    Loss due = NEXT.getAndSet(null);
    if (due == null) {
      return;
    }
    if (due == Loss.AFTER) {
      connection.commit();
    }
    terminator.terminate(connection.unwrap(PGConnection.class).getBackendPID());
    if (due == Loss.AFTER) {
      try (var statement = connection.createStatement()) {
        statement.execute("SELECT 1"); // fails as the answer to the commit would have
      }
    }
  }
}
