package org.g2cl.loadtest.bed;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.g2cl.sample.cart.JdbcUrl;

/**
 * How to reach a database.
 *
 * @param url JDBC URL
 * @param user user name, or empty
 * @param password password, or empty
 */
public record DatabaseAccess(String url, String user, String password) {
  private static final Pattern STOP_AT_THE_END = Pattern.compile("\\.\\s*$");

  /**
   * Checks that it can be reached.
   *
   * @throws BedException when it cannot
   */
  public void requireReachable() {
    JdbcUrl.of(url)
        .problem()
        .ifPresent(
            problem -> {
              throw BedException.environment(unusable(problem));
            });
    try (Connection connection = DriverManager.getConnection(url, user, password)) {
      if (!connection.isValid(5)) {
        throw new SQLException("it does not answer");
      }
    } catch (SQLException e) {
      throw BedException.environment(unusable(reason(e)), e);
    }
  }

  private String reason(SQLException failure) {
    return String.valueOf(failure.getMessage()).startsWith("No suitable driver")
        ? "no driver here knows it; write jdbc:postgresql://HOST:PORT/DATABASE"
        : STOP_AT_THE_END.matcher(masked(failure)).replaceFirst("");
  }

  private String unusable(String reason) {
    return "the database "
        + this
        + " cannot be used: "
        + reason
        + "; check --jdbc-url, --db-user and --db-password, or leave them out to have an embedded"
        + " PostgreSQL started.";
  }

  /** What a driver says of a failure, without the passwords of the URL. */
  public String masked(SQLException failure) {
    return JdbcUrl.of(url).mask(String.valueOf(failure.getMessage()));
  }

  /** The URL without its passwords. */
  String shownUrl() {
    return JdbcUrl.of(url).toString();
  }

  /** Without the password, be it part of the URL. */
  @Override
  public String toString() {
    return shownUrl() + (user.isEmpty() ? "" : " as " + user);
  }
}
