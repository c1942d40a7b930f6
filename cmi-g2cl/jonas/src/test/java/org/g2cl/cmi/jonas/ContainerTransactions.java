package org.g2cl.cmi.jonas;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.RollbackException;
import javax.transaction.Status;
import javax.transaction.Synchronization;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import javax.transaction.xa.XAResource;

/** Transactions as JOTM 2.2.3 has them, for one thread. */
final class ContainerTransactions {
  private int status = Status.STATUS_NO_TRANSACTION;
  private List<Synchronization> listeners = new ArrayList<>();
  private Transaction current;

  /** Resources of the transactions that begin from now on; null where the manager tells of none. */
  List<XAResource> enlisted;

  /** What JOTM's transaction has besides. */
  interface Telling {
    List<XAResource> getEnlistedXAResource();
  }

  TransactionManager manager() {
    return (TransactionManager)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {TransactionManager.class},
            (self, method, arguments) ->
                switch (method.getName()) {
                  case "getTransaction" -> current;
                  case "getStatus" -> status;
                  case "setRollbackOnly" -> mark();
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  void begin() {
    status = Status.STATUS_ACTIVE;
    listeners = new ArrayList<>();
    current =
        (Transaction)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                enlisted == null
                    ? new Class<?>[] {Transaction.class}
                    : new Class<?>[] {Transaction.class, Telling.class},
                (self, method, arguments) ->
                    switch (method.getName()) {
                      case "getStatus" -> status;
                      case "registerSynchronization" -> listen((Synchronization) arguments[0]);
                      case "getEnlistedXAResource" -> enlisted;
                      case "equals" -> self == arguments[0];
                      case "hashCode" -> System.identityHashCode(self);
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
  }

  Object mark() {
    status = Status.STATUS_MARKED_ROLLBACK;
    return null;
  }

  boolean isMarked() {
    return status == Status.STATUS_MARKED_ROLLBACK;
  }

  /** Listened to, even where it says no. */
  private Object listen(Synchronization listener) throws RollbackException {
    listeners.add(listener);
    if (isMarked()) {
      throw new RollbackException();
    }
    return null;
  }

  void end(int how) {
    status = Status.STATUS_NO_TRANSACTION;
    current = null;
    List<Synchronization> told = listeners;
    listeners = new ArrayList<>();
    told.forEach(listener -> listener.afterCompletion(how));
  }
}
