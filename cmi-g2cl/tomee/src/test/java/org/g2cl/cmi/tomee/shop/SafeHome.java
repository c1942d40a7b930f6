package org.g2cl.cmi.tomee.shop;

import jakarta.ejb.CreateException;
import jakarta.ejb.EJBHome;
import java.rmi.RemoteException;

/** Home of {@link Safe}. */
public interface SafeHome extends EJBHome {
  Safe create(String owner) throws CreateException, RemoteException;
}
