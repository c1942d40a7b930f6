package org.g2cl.sample.jonas.server;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.sql.XADataSource;
import javax.transaction.RollbackException;
import javax.transaction.Status;
import javax.transaction.Synchronization;
import javax.transaction.SystemException;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * Data source whose connections take part in the thread's transaction, as those of JOnAS's database
 * service do: all of one transaction are one.
 */
final class EnlistingDataSource {
  private static final AtomicInteger TO_REFUSE = new AtomicInteger();

  private final XADataSource source;
  private final TransactionManager manager;
  private final Map<Transaction, Connection> enlisted = new ConcurrentHashMap<>();
  private final Deque<XAConnection> idle = new ArrayDeque<>();

  private EnlistingDataSource(XADataSource source, TransactionManager manager) {
    this.source = source;
    this.manager = manager;
  }

  static DataSource of(XADataSource source, TransactionManager manager) {
    EnlistingDataSource pool = new EnlistingDataSource(source, manager);
    return Stubs.stub(
        DataSource.class,
        (method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            return pool.connection();
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  /**
   * Has the database refuse the next commits, as for a constraint that is looked at late; returns
   * how many of those before it has not.
   */
  static int refuse(int commits) {
    return TO_REFUSE.getAndSet(commits);
  }

  private Connection connection() throws SQLException {
    try {
      Transaction transaction = manager.getTransaction();
      if (transaction == null || transaction.getStatus() != Status.STATUS_ACTIVE) {
        XAConnection alone = take();
        Connection connection = alone.getConnection();
        if (!connection.getAutoCommit()) {
          connection.setAutoCommit(true);
        }
        return closing(connection, () -> give(alone));
      }
      Connection own = enlisted.get(transaction);
      if (own == null) {
        own = enlist(transaction);
      }
      return closing(own, () -> {});
    } catch (SystemException | RollbackException e) {
      throw new SQLException(e);
    }
  }

  private Connection enlist(Transaction transaction)
      throws SQLException, SystemException, RollbackException {
    XAConnection own = take();
    transaction.enlistResource(crashing(own.getXAResource()));
    Connection connection = own.getConnection();
    if (connection.getAutoCommit()) {
      connection.setAutoCommit(false); // H2 leaves that to us
    }
    enlisted.put(transaction, connection);
    transaction.registerSynchronization(
        new Synchronization() {
          @Override
          public void beforeCompletion() {
            // the resource is told by the transaction manager
          }

          @Override
          public void afterCompletion(int status) {
            enlisted.remove(transaction);
            give(own);
          }
        });
    return connection;
  }

  private XAConnection take() throws SQLException {
    synchronized (idle) {
      XAConnection free = idle.poll();
      if (free != null) {
        return free;
      }
    }
    return source.getXAConnection();
  }

  private void give(XAConnection connection) {
    synchronized (idle) {
      idle.push(connection);
    }
  }

  private static XAResource crashing(XAResource resource) {
    return Stubs.stub(
        XAResource.class,
        (method, arguments) -> {
          boolean commit = method.getName().equals("commit");
          if (commit) {
            CrashPoint.BEFORE_COMMIT.reached();
            if (TO_REFUSE.getAndUpdate(left -> Math.max(left - 1, 0)) > 0) {
              resource.rollback((Xid) arguments[0]);
              throw new XAException(XAException.XA_RBINTEGRITY);
            }
          }
          if (method.getName().equals("isSameRM")) {
            return false;
          }
          Object result = method.invoke(resource, arguments);
          if (commit) {
            CrashPoint.AFTER_COMMIT.reached();
          }
          return result;
        });
  }

  /** Connection that is given back instead of closed. */
  private static Connection closing(Connection connection, Runnable end) {
    return (Connection)
        Proxy.newProxyInstance(
            EnlistingDataSource.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (self, method, arguments) -> {
              if (method.getName().equals("close")) {
                end.run();
                return null;
              }
              try {
                return method.invoke(connection, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
