package org.g2cl.cmi.jonas;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.Status;
import javax.transaction.SystemException;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's transaction of this thread.
 *
 * <p>The transaction manager is the one given, or JOTM's own, or found by its usual names in JNDI.
 * Whether a transaction has resources is asked of JOTM's class by reflection, checked with JOTM
 * 2.2.3; of another one it is assumed.
 */
final class ServerTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTransactions.class);
  private static final List<String> NAMES =
      List.of("javax.transaction.TransactionManager", "java:/TransactionManager");

  /** JOTM's method that lists the resources of a transaction. */
  private static final ClassValue<Optional<Method>> ENLISTED =
      new ClassValue<>() {
        @Override
        protected Optional<Method> computeValue(Class<?> type) {
          try {
            return Optional.of(type.getMethod("getEnlistedXAResource"));
          } catch (NoSuchMethodException e) {
            return Optional.empty();
          }
        }
      };

  private volatile TransactionManager manager;

  void use(TransactionManager given) {
    manager = given;
  }

  /** Sees to it that this thread's transaction is rolled back; false when that is not possible. */
  boolean rollBack() {
    try {
      TransactionManager found = find();
      if (found == null || found.getStatus() == Status.STATUS_NO_TRANSACTION) {
        return false;
      }
      found.setRollbackOnly();
      return true;
    } catch (SystemException | IllegalStateException e) {
      LOG.warn("the transaction cannot be rolled back: {}", e.toString());
      return false;
    }
  }

  /** This thread's transaction, or null when there is none or it is not known. */
  Transaction current() {
    try {
      return ask();
    } catch (SystemException e) {
      LOG.debug("the transaction is not known", e);
      return null;
    }
  }

  private Transaction ask() throws SystemException {
    TransactionManager found = find();
    return found == null ? null : found.getTransaction();
  }

  /** Tells whether this thread's transaction has, or may have, written to a database. */
  boolean hasResources() {
    try {
      Transaction transaction = ask();
      if (transaction == null) {
        return false;
      }
      Optional<Method> enlisted = ENLISTED.get(transaction.getClass());
      return enlisted.isEmpty()
          || !(enlisted.get().invoke(transaction) instanceof List<?> list)
          || !list.isEmpty();
    } catch (ReflectiveOperationException | SystemException e) {
      return true;
    }
  }

  private TransactionManager find() {
    TransactionManager known = manager;
    if (known == null) {
      known = jotm();
      if (known == null) {
        known = named();
      }
      manager = known;
    }
    return known;
  }

  private static TransactionManager jotm() {
    for (ClassLoader loader :
        new ClassLoader[] {
          Thread.currentThread().getContextClassLoader(), ServerTransactions.class.getClassLoader()
        }) {
      try {
        Object current =
            Class.forName("org.objectweb.jotm.Current", true, loader)
                .getMethod("getCurrent")
                .invoke(null);
        if (current instanceof TransactionManager found) {
          return found;
        }
      } catch (ReflectiveOperationException | LinkageError e) {
        LOG.debug("JOTM is not seen by {}: {}", loader, e.toString());
      }
    }
    return null;
  }

  @SuppressWarnings("BanJNDI") // names of our own, in the server's own JNDI
  private static TransactionManager named() {
    for (String name : NAMES) {
      try {
        if (new InitialContext().lookup(name) instanceof TransactionManager found) {
          return found;
        }
      } catch (NamingException e) {
        LOG.debug("no transaction manager at {}: {}", name, e.toString());
      }
    }
    return null;
  }
}
