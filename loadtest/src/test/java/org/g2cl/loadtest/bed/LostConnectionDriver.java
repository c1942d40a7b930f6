package org.g2cl.loadtest.bed;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import org.postgresql.PGConnection;

/** Driver of PostgreSQL whose connections the server ends in a commit, when told to. */
public final class LostConnectionDriver implements Driver {
  static final String PREFIX = "lost:";

  private static final AtomicReference<Loss> NEXT = new AtomicReference<>();

  private final Driver driver = new org.postgresql.Driver();

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

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection connection = driver.connect(url.substring(PREFIX.length()), properties);
    return (Connection)
        Proxy.newProxyInstance(
            LostConnectionDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                loseWhenDue(connection);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void loseWhenDue(Connection connection) throws SQLException {
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

  @Override
  public boolean acceptsURL(String url) {
    return url.startsWith(PREFIX);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 1;
  }

  @Override
  public int getMinorVersion() {
    return 0;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
