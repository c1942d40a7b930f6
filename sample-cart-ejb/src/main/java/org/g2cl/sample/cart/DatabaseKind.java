package org.g2cl.sample.cart;

import java.util.Arrays;

/** The databases that the cart runs on. */
enum DatabaseKind {
  POSTGRESQL(
      "jdbc:postgresql:",
      "org.postgresql.Driver",
      "connectTimeout=10;socketTimeout=30;tcpKeepAlive=true",
      SilentHost.statement()),
  H2("jdbc:h2:", "org.h2.Driver", "", "");

  private final String prefix;
  private final String driver;
  private final String connectionProperties;
  private final String firstStatement;

  DatabaseKind(String prefix, String driver, String connectionProperties, String firstStatement) {
    this.prefix = prefix;
    this.driver = driver;
    this.connectionProperties = connectionProperties;
    this.firstStatement = firstStatement;
  }

  String driver() {
    return driver;
  }

  /** Bounds on the driver's waits, as {@code name=value;…}. */
  String connectionProperties() {
    return connectionProperties;
  }

  /** Statement that each new connection begins with; empty: none. */
  String firstStatement() {
    return firstStatement;
  }

  static DatabaseKind of(String jdbcUrl) {
    JdbcUrl url = JdbcUrl.of(jdbcUrl);
    url.problem()
        .ifPresent(
            problem -> {
              throw new CartDatabaseException(
                  "The JDBC URL '" + url + "' cannot be used: " + problem + ".");
            });
    return Arrays.stream(values())
        .filter(kind -> jdbcUrl.startsWith(kind.prefix))
        .findFirst()
        .orElseThrow(
            () ->
                new CartDatabaseException(
                    "The JDBC URL '"
                        + url
                        + "' is of no database that the cart knows. It must begin with"
                        + " jdbc:postgresql: (such as jdbc:postgresql://127.0.0.1:5432/cart) or"
                        + " jdbc:h2: (such as jdbc:h2:mem:cart;DB_CLOSE_DELAY=-1)."));
  }
}
