package org.g2cl.cmi.tomee;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.transaction.xa.XAResource;

/** Transaction of a manager that shows nobody what is registered with it. */
final class ForeignTransaction implements Transaction, TransactionSynchronizationRegistry {
  private final List<Synchronization> interposed = new ArrayList<>();
  private final Map<Object, Object> resources = new HashMap<>();
  private int status = Status.STATUS_ACTIVE;

  /** Asks all in the order of registration, those that come meanwhile too. */
  @Override
  public void commit() {
    for (int i = 0; i < interposed.size(); i++) {
      interposed.get(i).beforeCompletion();
    }
    end(Status.STATUS_COMMITTED);
  }

  @Override
  public void rollback() {
    end(Status.STATUS_ROLLEDBACK);
  }

  private void end(int outcome) {
    status = outcome;
    interposed.forEach(each -> each.afterCompletion(outcome));
  }

  @Override
  public void registerInterposedSynchronization(Synchronization synchronization) {
    interposed.add(synchronization);
  }

  @Override
  public void registerSynchronization(Synchronization synchronization) {
    throw new UnsupportedOperationException();
  }

  @Override
  public int getStatus() {
    return status;
  }

  @Override
  public int getTransactionStatus() {
    return status;
  }

  @Override
  public Object getTransactionKey() {
    return this;
  }

  @Override
  public void putResource(Object key, Object value) {
    resources.put(key, value);
  }

  @Override
  public Object getResource(Object key) {
    return resources.get(key);
  }

  @Override
  public void setRollbackOnly() {
    status = Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public boolean getRollbackOnly() {
    return status == Status.STATUS_MARKED_ROLLBACK;
  }

  @Override
  public boolean enlistResource(XAResource resource) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean delistResource(XAResource resource, int flag) {
    throw new UnsupportedOperationException();
  }
}
