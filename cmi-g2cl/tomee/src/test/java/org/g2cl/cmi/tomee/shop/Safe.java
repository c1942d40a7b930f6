package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.EJBObject;
import java.rmi.RemoteException;

/** Component view of a bean, as in EJB 2. */
public interface Safe extends EJBObject {
  String owner() throws RemoteException;

  int deposit(int cents) throws RemoteException;
}
