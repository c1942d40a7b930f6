package org.g2cl.cmi.tomee.shop;

import jakarta.transaction.RollbackException;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.apache.openejb.loader.SystemInstance;

/** Second resource of a transaction: counts its commits, and fails when told so. */
public final class Till implements XAResource {
  private static final AtomicInteger COMMITS = new AtomicInteger();
  private static final AtomicInteger FAILURE = new AtomicInteger();
  private static final AtomicReference<SQLException> REFUSAL = new AtomicReference<>();

  private Till() {}

  static void enlist() {
    try {
      SystemInstance.get()
          .getComponent(TransactionManager.class)
          .getTransaction()
          .enlistResource(new Till());
    } catch (SystemException | RollbackException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Lets the next one fail to prepare, with that code of an {@link XAException}. */
  public static void failNext(int code) {
    FAILURE.set(code);
  }

  /** Lets the next one refuse its commit, as a database does by a pool of DBCP. */
  public static void refuseNextCommit(SQLException refusal) {
    REFUSAL.set(refusal);
  }

  /** Commits since it was asked last. */
  public static int takeCommits() {
    return COMMITS.getAndSet(0);
  }

  @Override
  public int prepare(Xid xid) throws XAException {
    int code = FAILURE.getAndSet(0);
    if (code != 0) {
      throw new XAException(code);
    }
    return XA_OK;
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    SQLException refusal = REFUSAL.getAndSet(null);
    if (refusal != null) {
      throw (XAException) new XAException().initCause(refusal);
    }
    COMMITS.incrementAndGet();
  }

  @Override
  public void start(Xid xid, int flags) {}

  @Override
  public void end(Xid xid, int flags) {}

  @Override
  public void forget(Xid xid) {}

  @Override
  public void rollback(Xid xid) {}

  @Override
  public Xid[] recover(int flag) {
    return new Xid[0];
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return 0;
  }

  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }
}
