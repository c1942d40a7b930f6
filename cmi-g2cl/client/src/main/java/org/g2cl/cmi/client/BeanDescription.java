package org.g2cl.cmi.client;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.rmi.RemoteException;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EjbObjectInputStream;

/**
 * A bean's metadata as bytes, since each proxy changes its own copy, and since each application
 * reads it with its own class loader.
 */
final class BeanDescription {
  private final byte[] bytes;

  private BeanDescription(byte[] bytes) {
    this.bytes = bytes;
  }

  static BeanDescription of(EJBMetaDataImpl bean) throws RemoteException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      bean.writeExternal(out);
    } catch (IOException e) {
      throw new RemoteException("metadata of " + bean + " cannot be kept", e);
    }
    return new BeanDescription(bytes.toByteArray());
  }

  EJBMetaDataImpl copy() throws RemoteException {
    try (ObjectInputStream in = new EjbObjectInputStream(new ByteArrayInputStream(bytes))) {
      EJBMetaDataImpl bean = new EJBMetaDataImpl();
      bean.readExternal(in);
      return bean;
    } catch (IOException | ClassNotFoundException e) {
      throw new RemoteException("metadata of a bean cannot be read: " + e, e);
    }
  }
}
