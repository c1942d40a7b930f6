package org.g2cl.cmi.jonas;

import java.lang.reflect.Method;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.transaction.HeuristicMixedException;
import javax.transaction.HeuristicRollbackException;
import javax.transaction.NotSupportedException;
import javax.transaction.RollbackException;
import javax.transaction.Status;
import javax.transaction.Synchronization;
import javax.transaction.SystemException;
import javax.transaction.Transaction;
import javax.transaction.TransactionManager;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.g2cl.propagation.PropagationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's transaction of this thread.
 *
 * <p>The transaction manager is the one given, or JOTM's own, or found by its usual names in JNDI.
 * While there is none it is looked for again now and then, not at each call: JNDI may be far away.
 * Whether a transaction has resources is asked of JOTM's class by reflection, checked with JOTM
 * 2.2.3; of another one it is assumed.
 */
final class ServerTransactions {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTransactions.class);
  private static final String JOTM = "org.objectweb.jotm.Current";
  private static final List<String> NAMES =
      List.of("javax.transaction.TransactionManager", "java:/TransactionManager");
  private static final Duration PAUSE = Duration.ofSeconds(10);

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

  private final Duration pause;
  private volatile TransactionManager manager;
  private boolean missing;
  private long looked;

  ServerTransactions() {
    this(PAUSE);
  }

  /**
   * Knows no transaction manager yet.
   *
   * @param pause between two times that one is looked for
   */
  ServerTransactions(Duration pause) {
    this.pause = pause;
  }

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

  /** What writes to a database. */
  interface Writing {
    void run() throws SQLException, PropagationException;
  }

  /**
   * Writes in a transaction that is then rolled back, on a thread that has none.
   *
   * @return false when that was not tried, for no manager is known or it begins none
   */
  boolean rollBackAfter(Writing writing) throws SQLException, PropagationException {
    TransactionManager found = known();
    if (found == null || !begins(found)) {
      return false;
    }
    try {
      writing.run();
      return true;
    } finally {
      rollBack(found);
    }
  }

  /**
   * Writes in a transaction that then commits, or is rolled back when the writing fails; on a
   * thread that has none.
   *
   * @return false when that was not tried, for no manager is known or it begins none
   * @throws SQLException also when the transaction cannot be committed
   */
  boolean commitAfter(Writing writing) throws SQLException, PropagationException {
    TransactionManager found = known();
    if (found == null || !begins(found)) {
      return false;
    }
    boolean written = false;
    try {
      writing.run();
      written = true;
    } finally {
      if (!written) {
        rollBack(found);
      }
    }
    commit(found);
    return true;
  }

  private TransactionManager known() {
    TransactionManager known = manager;
    return known == null ? jotm() : known;
  }

  private static void commit(TransactionManager found) throws SQLException {
    try {
      found.commit();
    } catch (RollbackException
        | HeuristicMixedException
        | HeuristicRollbackException
        | SystemException
        | RuntimeException e) {
      throw new SQLException("the transaction of a marker cannot be committed: " + e, e);
    }
  }

  private static boolean begins(TransactionManager found) {
    try {
      found.begin();
      return true;
    } catch (NotSupportedException | SystemException | RuntimeException e) {
      LOG.debug("no transaction can be begun to try the table of markers", e);
      return false;
    }
  }

  private static void rollBack(TransactionManager found) {
    try {
      found.rollback();
    } catch (SystemException | RuntimeException e) {
      LOG.warn("a transaction that tried the table of markers cannot be rolled back", e);
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

  /**
   * Has a task run with the status in which this thread's transaction has ended, by whoever ends
   * it; never where there is no transaction. One that is marked for rollback already is listened to
   * where the manager does so, as JOTM 2.2.3, though it says that it does not.
   */
  void whenEnded(IntConsumer task) {
    try {
      Transaction transaction = ask();
      if (transaction != null) {
        transaction.registerSynchronization(new End(task));
      }
    } catch (RollbackException e) {
      LOG.trace("marked for rollback", e);
    } catch (SystemException | IllegalStateException e) {
      LOG.debug("the transaction's end will not be heard of", e);
    }
  }

  /** Ends of a transaction; must not throw, or others would not hear of it. */
  private record End(IntConsumer task) implements Synchronization {
    @Override
    public void beforeCompletion() {
      // nothing to do
    }

    @Override
    public void afterCompletion(int status) {
      try {
        task.accept(status);
      } catch (RuntimeException | LinkageError | VirtualMachineError | AssertionError e) {
        LOG.warn("after the end of a transaction: {}", e.toString(), e);
      }
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
      return transaction != null
          && resources(transaction).map(list -> !list.isEmpty()).orElse(true);
    } catch (ReflectiveOperationException | SystemException e) {
      return true;
    }
  }

  /** Tells whether this thread's transaction is known to be one of several resource managers. */
  boolean hasSeveralResources() {
    try {
      Transaction transaction = ask();
      return transaction != null && isOfSeveral(resources(transaction).orElse(List.of()));
    } catch (ReflectiveOperationException | SystemException | XAException e) {
      return true;
    }
  }

  private static boolean isOfSeveral(List<?> resources) throws XAException {
    for (Object other : resources) {
      if (other != resources.get(0)
          && resources.get(0) instanceof XAResource first
          && !first.isSameRM((XAResource) other)) {
        return true;
      }
    }
    return false;
  }

  /** Resources of a transaction; empty when the manager does not tell. */
  private static Optional<List<?>> resources(Transaction transaction)
      throws ReflectiveOperationException {
    Optional<Method> enlisted = ENLISTED.get(transaction.getClass());
    return enlisted.isPresent() && enlisted.get().invoke(transaction) instanceof List<?> list
        ? Optional.of(list)
        : Optional.empty();
  }

  private TransactionManager find() {
    TransactionManager known = manager;
    return known == null ? look() : known;
  }

  private synchronized TransactionManager look() {
    if (manager != null || (missing && System.nanoTime() - looked < pause.toNanos())) {
      return manager;
    }
    TransactionManager found = jotm();
    if (found == null) {
      found = named();
    }
    tell(found != null);
    missing = found == null;
    looked = System.nanoTime();
    if (manager == null) {
      manager = found;
    }
    return manager;
  }

  private void tell(boolean there) {
    if (there && missing) {
      LOG.info("the transaction manager is found now: calls get markers");
    } else if (!there && !missing) {
      LOG.error(
          "no transaction manager is found, neither JOTM's class {} nor {} in JNDI. Calls go on without"
              + " markers: a row may be written twice, or stay without its state, when a server fails"
              + " during a commit; and a call that must not take effect cannot be rolled back: it ends"
              + " in an error, and its transaction in the container's time-out. It is looked for again"
              + " every {} seconds. Under OSGi service ha gets it from JOnAS's service jtm: see that the"
              + " bundle of service ha is ours; elsewhere call setTransactionManager of G2clHaService"
              + " before it starts, or bind it in JNDI to one of these names",
          JOTM,
          NAMES,
          pause.toSeconds());
    }
  }

  private static TransactionManager jotm() {
    for (ClassLoader loader :
        new ClassLoader[] {
          Thread.currentThread().getContextClassLoader(), ServerTransactions.class.getClassLoader()
        }) {
      try {
        Object current = Class.forName(JOTM, true, loader).getMethod("getCurrent").invoke(null);
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
