package org.g2cl.cmi.jonas;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Hashtable;
import java.util.concurrent.Callable;
import javax.naming.Context;
import javax.naming.spi.InitialContextFactory;
import javax.sql.DataSource;

/** What JNDI finds in this JVM, until it is closed. */
final class Naming implements AutoCloseable {
  private static volatile LookUp current;

  /** Answers every look-up. */
  @FunctionalInterface
  interface LookUp {
    Object find(String name) throws Exception;
  }

  /** Makes contexts that know no more than to look up. */
  public static final class Factory implements InitialContextFactory {
    /** Made by JNDI. */
    public Factory() {}

    @Override
    public Context getInitialContext(Hashtable<?, ?> environment) {
      return (Context)
          Proxy.newProxyInstance(
              Factory.class.getClassLoader(),
              new Class<?>[] {Context.class},
              (self, method, arguments) ->
                  method.getName().equals("lookup")
                      ? current.find(String.valueOf(arguments[0]))
                      : null);
    }
  }

  private Naming() {}

  static Naming of(LookUp lookUp) {
    current = lookUp;
    System.setProperty(Context.INITIAL_CONTEXT_FACTORY, Factory.class.getName());
    return new Naming();
  }

  /** Data source that gives such connections, whoever asks for one. */
  static DataSource dataSource(Callable<Connection> connections) {
    return (DataSource)
        Proxy.newProxyInstance(
            Naming.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (self, method, arguments) -> connections.call());
  }

  /** A transaction's connection, which is closed at its end only. */
  static Connection held(Connection connection) {
    return (Connection)
        Proxy.newProxyInstance(
            Naming.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              try {
                return method.getName().equals("close")
                    ? null
                    : method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void close() {
    System.clearProperty(Context.INITIAL_CONTEXT_FACTORY);
  }
}
