package org.g2cl.cmi.tomee.shop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

/** Driver over that of a database, whose commits a test disturbs. */
public abstract class CommitDriver implements Driver {
  private final String prefix;
  private final Driver driver;

  /**
   * Driver over another one.
   *
   * @param prefix what a URL of the other has before it
   */
  protected CommitDriver(String prefix, Driver driver) {
    this.prefix = prefix;
    this.driver = driver;
  }

  /** Called before each commit; the commit is not made when it throws. */
  protected abstract void beforeCommit(Connection connection) throws SQLException;

  /** Called before each statement is made. */
  protected void beforeStatement() {}

  @Override
  public final Connection connect(String url, Properties properties) throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    Connection connection = driver.connect(url.substring(prefix.length()), properties);
    return (Connection)
        Proxy.newProxyInstance(
            CommitDriver.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                beforeCommit(connection);
              } else if (method.getName().equals("prepareStatement")) {
                beforeStatement();
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public final boolean acceptsURL(String url) {
    return url.startsWith(prefix);
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public final int getMajorVersion() {
    return 1;
  }

  @Override
  public final int getMinorVersion() {
    return 0;
  }

  @Override
  public final boolean jdbcCompliant() {
    return false;
  }

  @Override
  public final Logger getParentLogger() {
    return Logger.getGlobal();
  }
}
