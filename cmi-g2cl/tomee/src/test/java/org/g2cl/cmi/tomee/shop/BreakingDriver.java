package org.g2cl.cmi.tomee.shop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;

/** Driver of H2 whose connections fail in a commit when a test says so. */
public final class BreakingDriver implements Driver {
  /** What a URL of H2 has before it. */
  public static final String PREFIX = "breaking:";

  private static final AtomicReference<Break> NEXT = new AtomicReference<>();

  private final Driver driver = new org.h2.Driver();

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

  @Override
  public Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection connection = driver.connect(url.substring(PREFIX.length()), properties);
    return (Connection)
        Proxy.newProxyInstance(
            BreakingDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                breakWhenDue(connection);
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void breakWhenDue(Connection connection) throws SQLException {
    Break due = NEXT.getAndSet(null);
    if (due == null) {
      return;
    }
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
