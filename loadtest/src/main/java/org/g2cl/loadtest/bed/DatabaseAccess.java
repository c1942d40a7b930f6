package org.g2cl.loadtest.bed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * How to reach a database.
 *
 * @param url JDBC URL
 * @param user user name, or empty
 * @param password password, or empty
 */
public record DatabaseAccess(String url, String user, String password) {
  private static final Pattern PASSWORD_IN_URL = Pattern.compile("(?i)(password=)[^&;]*");

  /**
   * Checks that it can be reached.
   *
   * @throws BedException when it cannot
   */
  void requireReachable() {
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      if (!connection.isValid(5)) {
        throw new SQLException("it does not answer");
      }
    } catch (SQLException e) {
      throw BedException.environment(
          "the database "
              + this
              + " cannot be used: "
              + e.getMessage()
              + "; check --jdbc-url, --db-user and --db-password, or leave them out to have an embedded"
              + " PostgreSQL started.",
          e);
    }
  }

  /** Without the password, be it part of the URL. */
  @Override
  public String toString() {
    return PASSWORD_IN_URL.matcher(url).replaceAll("$1***") + (user.isEmpty() ? "" : " as " + user);
  }
}
