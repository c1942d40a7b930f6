package org.g2cl.sample.cart;

import java.sql.SQLException;

/** Says what a failure of the database means and what to check. */
final class DatabaseProblem {

  private DatabaseProblem() {}

  static CartDatabaseException explain(JdbcUrl url, String user, SQLException cause) {
    return new CartDatabaseException(
        "The cart's database at '"
            + url
            + "' cannot be used as user '"
            + user
            + "': "
            + url.mask(reason(cause))
            + " "
            + advice(cause),
        cause);
  }

  private static String reason(SQLException cause) {
    String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return message.endsWith(".") ? message : message + ".";
  }

  private static String advice(SQLException cause) {
    String state = String.valueOf(cause.getSQLState());
    if (state.startsWith("28")) {
      return "Check user and password.";
    }
    if (state.startsWith("08")) {
      return "Check host and port in the URL, and that the database server runs.";
    }
    if (state.equals("3D000")) {
      return "Create that database or name another one in the URL.";
    }
    if (state.equals("42501")) {
      return "Give that user the right to create tables and to read and write them.";
    }
    return "Check the URL and what the user may do.";
  }
}
