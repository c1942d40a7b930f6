package org.g2cl.cmi.tomee.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.transaction.NotSupportedException;
import jakarta.transaction.SystemException;
import jakarta.transaction.UserTransaction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Ledger with transactions of its own. */
@Stateful(name = "OwnLedger")
@TransactionManagement(TransactionManagementType.BEAN)
public class OwnLedgerBean implements Ledger, Serializable {
  private static final long serialVersionUID = 1L;

  private final List<String> rows = new ArrayList<>();

  @Resource private UserTransaction transaction;

  @Resource(name = "shop")
  private DataSource shop;

  private int write(String row, boolean commits) {
    try {
      transaction.begin();
      LedgerRows.insert(shop, row);
      rows.add(row);
      if (commits) {
        transaction.commit();
      } else {
        transaction.rollback();
      }
    } catch (NotSupportedException | SystemException e) {
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException("not committed", e);
    }
    return rows.size();
  }

  @Override
  public int begin(String row) {
    try {
      transaction.begin();
    } catch (NotSupportedException | SystemException e) {
      throw new IllegalStateException(e);
    }
    return notSupported(row);
  }

  @Override
  public void commit() {
    try {
      transaction.commit();
    } catch (Exception e) {
      throw new IllegalStateException("not committed", e);
    }
  }

  @Override
  public int required(String row) {
    return write(row, true);
  }

  @Override
  public int requiresNew(String row) {
    return write(row, true);
  }

  @Override
  public int notSupported(String row) {
    LedgerRows.insert(shop, row);
    rows.add(row);
    return rows.size();
  }

  @Override
  public int rollbackOnly(String row) {
    return write(row, false);
  }

  @Override
  public int rollbackByException(String row) throws OutOfStockException {
    write(row, false);
    throw new OutOfStockException(row);
  }

  @Override
  public int requiresNewOfAnother(String row) {
    return write(row, true);
  }

  @Override
  public List<String> rows() {
    return new ArrayList<>(rows);
  }

  @Override
  public List<String> events() {
    return List.of();
  }

  @Override
  @Remove
  public void close() {
    // the container ends the instance
  }
}
