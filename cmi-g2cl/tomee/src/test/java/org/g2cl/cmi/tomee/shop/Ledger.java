package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;
import java.util.List;

/** Remote view of beans that differ in how their transactions are made. */
@Remote
public interface Ledger {
  int required(String row);

  int requiresNew(String row);

  int notSupported(String row);

  /** Marks the transaction for rollback and returns. */
  int rollbackOnly(String row);

  int rollbackByException(String row) throws OutOfStockException;

  /** Has another bean write a row in a transaction of its own, and is rolled back. */
  int requiresNewOfAnother(String row);

  /** Begins a transaction that lives on after the call, where the bean makes its own. */
  int begin(String row);

  /** Commits what was begun. */
  void commit();

  List<String> rows();

  /** What the container has told the bean. */
  List<String> events();

  void close();
}
