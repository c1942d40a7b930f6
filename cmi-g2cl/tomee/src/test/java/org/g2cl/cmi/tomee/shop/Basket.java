package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.Remote;
import java.util.List;
import java.util.concurrent.Callable;

/** Remote view of the basket. */
@Remote
public interface Basket extends Callable<String> {
  int add(String item);

  /** Marked as idempotent. */
  int size();

  /** Marked as idempotent, though it adds. */
  int sizeAfterAdding(String item);

  /** Marked as idempotent; reads the database. */
  int ordersWritten();

  /** Named as idempotent in the deployment. */
  String firstItem();

  List<String> items();

  /** Comes with what the server injects: context, stateless and stateful bean, interceptor. */
  String report();

  /** Writes into the journal, another stateful bean, in the same transaction; says its lines. */
  int note(String line);

  /** The same, and marked as idempotent; the basket itself stays as it is. */
  int noteOnly(String line);

  int noteThenRefuse(String line) throws OutOfStockException;

  /** The same; when the journal cannot be called, it says so and goes on. */
  int noteIfPossible(String line);

  /** Writes into the journal, then into another one that it makes. */
  int noteInTwo(String line);

  int noteOutsideTransaction(String line);

  /**
   * Asks the journal again and again, so long or until it is refused, and then writes into it; says
   * on standard output that it begins.
   */
  int noteAfterAsking(String line, long longestMillis);

  /** Writes into the journal in a transaction of that one's. */
  int noteApart(String line);

  /** Adds, and lets the journal tell its lines. */
  int addAndCountNotes(String item);

  int order(String item);

  /** The same in a transaction of two resources, of which the other one is a {@link Till}. */
  int orderAtTill(String item);

  /** The same, and removes the basket. */
  List<String> orderAtTillAndPay(String item);

  int orderThenRefuse(String item) throws OutOfStockException;

  int addThenRefuse(String item) throws RefusedException;

  int crash();

  /** Adds, and leaves the thread interrupted. */
  int addAndInterrupt(String item);

  int addAndInterruptOutsideTransaction(String item);

  void holdUnmodifiable();

  void holdThread();

  void holdLevel();

  /** Holds a lambda, one that is serializable or not. */
  void holdLambda(boolean serializable);

  /** Holds an object whose {@code writeReplace} throws. */
  void holdStubborn();

  /** Returns an object whose {@code writeReplace} throws. */
  Object stubbornResult();

  void holdChain(int links);

  Object chain(int links);

  int addSlowly(String item);

  /** Adds by a synchronization of the bean's own, when the transaction has ended. */
  void addAfterwards(String item);

  /** The same by the transaction itself and not by its registry. */
  void addAfterTransaction(String item);

  Object strangeResult();

  void addOutsideTransaction(String item);

  /**
   * Adds outside of a transaction, and by two calls of its own view that have transactions: after
   * each call the basket goes on with what it has.
   */
  void addAroundCallsOfMyself(String item);

  String callMyself(String item);

  List<String> pay();

  List<String> orderAndPay(String item);

  List<String> payThenRefuse() throws OutOfStockException;
}
