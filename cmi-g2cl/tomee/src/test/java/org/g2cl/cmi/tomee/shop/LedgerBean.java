package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.PostActivate;
import jakarta.ejb.PrePassivate;
import jakarta.ejb.Remove;
import jakarta.ejb.SessionContext;
import jakarta.ejb.SessionSynchronization;
import jakarta.ejb.Stateful;
import jakarta.ejb.StatefulTimeout;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** Ledger with transactions of the container's. */
@Stateful(name = "Ledger")
@StatefulTimeout(value = 7, unit = TimeUnit.MINUTES)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class LedgerBean implements Ledger, SessionSynchronization, Serializable {
  private static final long serialVersionUID = 1L;

  /** Callbacks of the life cycle, of all instances. */
  public static final List<String> LIFE = new CopyOnWriteArrayList<>();

  /** Whether no instance lets a transaction begin. */
  public static volatile boolean refusesToBegin;

  private final List<String> rows = new ArrayList<>();
  private final List<String> events = new ArrayList<>();

  @Resource private SessionContext context;

  @Resource(name = "shop")
  private DataSource shop;

  @EJB private LedgerAudit audit;

  private int write(String row) {
    LedgerRows.insert(shop, row);
    rows.add(row);
    return rows.size();
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public int required(String row) {
    return write(row);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
  public int requiresNew(String row) {
    return write(row);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
  public int notSupported(String row) {
    return write(row);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public int rollbackOnly(String row) {
    int written = write(row); // first: a TomEE gives no connection to a transaction that is marked
    context.setRollbackOnly();
    return written;
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public int rollbackByException(String row) throws OutOfStockException {
    write(row);
    throw new OutOfStockException(row);
  }

  @Override
  @TransactionAttribute(TransactionAttributeType.REQUIRED)
  public int requiresNewOfAnother(String row) {
    int written = write(row);
    audit.write(row + " of another");
    context.setRollbackOnly();
    return written;
  }

  @Override
  public int begin(String row) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void commit() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<String> rows() {
    return new ArrayList<>(rows);
  }

  @Override
  public List<String> events() {
    return new ArrayList<>(events);
  }

  @Override
  @Remove
  public void close() {
    // the container ends the instance
  }

  @Override
  public void afterBegin() {
    if (refusesToBegin) {
      throw new IllegalStateException("meant by the test");
    }
    events.add("begin");
  }

  @Override
  public void beforeCompletion() {
    events.add("before");
  }

  @Override
  public void afterCompletion(boolean committed) {
    events.add(committed ? "committed" : "rolled back");
  }

  @PrePassivate
  void passivated() {
    LIFE.add("passivated " + rows);
  }

  @PostActivate
  void activated() {
    LIFE.add("activated " + rows);
  }

  @PreDestroy
  void destroyed() {
    LIFE.add("destroyed " + rows);
  }
}
