package org.g2cl.sample.jonas.bean;

import java.rmi.RemoteException;
import javax.ejb.CreateException;
import javax.ejb.EJBHome;

/** Home of {@link Cart}. */
public interface CartHome extends EJBHome {
  /** Creates an empty cart. */
  Cart create() throws RemoteException, CreateException;
}
