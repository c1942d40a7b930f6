package org.g2cl.sample.jonas.bean;

import java.rmi.RemoteException;
import javax.ejb.EJBObject;

/**
 * A shopping cart as an EJB 2.1 stateful session bean.
 *
 * <p>Each write carries a sequence number of the caller's, 1 for the first and one more for each,
 * by which the cart counts what was lost or ran twice.
 */
public interface Cart extends EJBObject {
  /** Puts pieces of an article into the cart; returns the number of lines after it. */
  int insert(long sequence, String product, int quantity) throws RemoteException;

  /**
   * Writes the cart as an order to the database, in the call's transaction, and empties it; returns
   * the pieces ordered.
   *
   * @throws EmptyCartException if the cart has no line
   */
  int checkOut(long sequence) throws RemoteException, EmptyCartException;

  /**
   * As {@link #checkOut}, with an object as its answer.
   *
   * @throws EmptyCartException if the cart has no line
   */
  Receipt order(long sequence) throws RemoteException, EmptyCartException;

  /**
   * Writes the cart as an order and then fails, but only when it has a line: {@code system} by a
   * system exception, {@code marked} by one after the transaction was marked for rollback, {@code
   * application} by an application exception after it; for tests of what then happens. Returns the
   * number of lines otherwise.
   *
   * @throws EmptyCartException when told so
   */
  int fail(long sequence, String how) throws RemoteException, EmptyCartException;

  /** As {@link #fail} with a system exception, in a method without a transaction. */
  int failOutside() throws RemoteException;

  /** What the cart has seen: {@code last applied repeats gaps lines}, separated by blanks. */
  String audit() throws RemoteException;

  /** Puts something into the cart that is not serializable; for tests of what then happens. */
  void spoil() throws RemoteException;

  /**
   * Puts something of a kind into the cart, {@code arrays}, {@code context}, {@code forbidden} or
   * {@code vetoed}; another word changes nothing. Returns what is there then.
   */
  String keep(String kind) throws RemoteException;

  /** Name of the server that executes the call. */
  String where() throws RemoteException;
}
