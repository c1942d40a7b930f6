package org.g2cl.cmi.tomee;

import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.transaction.xa.XAException;
import org.apache.geronimo.transaction.manager.TransactionImpl;
import org.apache.openejb.core.ThreadContext;
import org.apache.openejb.core.transaction.BeanTransactionPolicy;
import org.apache.openejb.core.transaction.JtaTransactionPolicy;
import org.apache.openejb.loader.SystemInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the adapter asks of the server's transaction manager. */
final class Transactions {
  private static final Logger LOG = LoggerFactory.getLogger(Transactions.class);

  private static final Optional<Field> RESOURCES = field("resourceManagers");
  private static final Optional<Field> INTERPOSED = field("interposedSyncList");
  private static final Optional<Field> REGISTERED = field("syncList");
  private static final Optional<Field> MARKED_BY = field("markRollbackCause");

  private Transactions() {}

  /** Transaction of the calling thread, or null. */
  static Transaction current() {
    try {
      return SystemInstance.get().getComponent(TransactionManager.class).getTransaction();
    } catch (SystemException e) {
      throw new IllegalStateException("the transaction manager does not answer", e);
    }
  }

  /** Transaction that the container manages for the method being executed. */
  static Optional<Transaction> ofMethod() {
    return ThreadContext.getThreadContext().getTransactionPolicy()
                instanceof JtaTransactionPolicy policy
            && !(policy instanceof BeanTransactionPolicy)
            && policy.isTransactionActive()
        ? Optional.of(policy.getCurrentTransaction())
        : Optional.empty();
  }

  static TransactionSynchronizationRegistry registry() {
    return SystemInstance.get().getComponent(TransactionSynchronizationRegistry.class);
  }

  static boolean isMarkedForRollback(Transaction transaction) {
    try {
      return transaction.getStatus() != Status.STATUS_ACTIVE;
    } catch (SystemException e) {
      return true;
    }
  }

  /**
   * Tells whether a transaction can no longer be marked for rollback: it has ended, or is ending.
   */
  static boolean isOver(Transaction transaction) {
    try {
      int status = transaction.getStatus();
      return status != Status.STATUS_ACTIVE && status != Status.STATUS_MARKED_ROLLBACK;
    } catch (SystemException e) {
      return true;
    }
  }

  /**
   * Tells whether rows may have been written in the transaction: a resource is enlisted.
   *
   * <p>Geronimo's transaction shows its resources to nobody; when the field cannot be read the
   * answer is yes, which costs a marker row and nothing else.
   */
  static boolean hasResources(Transaction transaction) {
    return read(RESOURCES, transaction).map(all -> !((Collection<?>) all).isEmpty()).orElse(true);
  }

  /** Synchronizations in the order in which they are asked, where that can be seen. */
  static Optional<List<?>> interposedSynchronizations(Transaction transaction) {
    return read(INTERPOSED, transaction).map(all -> (List<?>) all);
  }

  /** Synchronizations that were registered with the transaction itself, where they can be seen. */
  static Optional<List<?>> ownSynchronizations(Transaction transaction) {
    return read(REGISTERED, transaction).map(all -> (List<?>) all);
  }

  /**
   * Tells of a transaction that has ended without its commit whether the commit was tried, and
   * failed: nobody had marked it for rollback, and it had not timed out. A resource that fails when
   * it is to prepare marks it by its own exception.
   *
   * <p>When the field cannot be read the answer is no.
   */
  static boolean isFailedInCommit(Transaction transaction) {
    return MARKED_BY.isPresent()
        && transaction instanceof TransactionImpl
        && markedForRollbackBy(transaction).map(XAException.class::isInstance).orElse(true);
  }

  /**
   * What the manager has noted as the reason of the rollback, where it has and that can be read.
   */
  static Optional<Throwable> markedForRollbackBy(Transaction transaction) {
    return read(MARKED_BY, transaction).map(Throwable.class::cast);
  }

  /**
   * Tells of a committed transaction whether the commit may have failed at one of its resources:
   * there were several, in whose second phase the manager notes a failure and goes on.
   *
   * <p>It keeps the only one in its list, and takes each of several out; when the field cannot be
   * read the answer is no.
   */
  static boolean isPartDoubtful(Transaction transaction) {
    return read(RESOURCES, transaction).map(all -> ((Collection<?>) all).size() != 1).orElse(false);
  }

  private static Optional<Object> read(Optional<Field> field, Transaction transaction) {
    if (field.isEmpty() || !(transaction instanceof TransactionImpl)) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(field.get().get(transaction));
    } catch (IllegalAccessException e) {
      return Optional.empty();
    }
  }

  /** Private field, checked with geronimo-transaction 4.0.0 and 3.1.5-jakarta (TomEE 9.0.0). */
  private static Optional<Field> field(String name) {
    try {
      Field field = TransactionImpl.class.getDeclaredField(name);
      field.setAccessible(true);
      return Optional.of(field);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn(
          "the transaction manager's {} has no field {} that can be read ({}): calls whose commit fails half-way may be answered as rolled back; run geronimo-transaction 4.0.0 or that of TomEE 9.0.0",
          TransactionImpl.class.getName(),
          name,
          e.toString());
      return Optional.empty();
    }
  }
}
