package org.g2cl.cmi.client;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The client that was in place before ours, so that others who use it notice nothing.
 *
 * <p>Reflection on private members, checked with openejb-client 10.0.0-M2: OpenEJB lets a client be
 * set but not got, and keeps event observers and retry conditions in it. Where a member is missing,
 * a warning tells what is lost, and our own requests are served all the same.
 */
final class PreviousClient {
  private static final Logger LOG = LoggerFactory.getLogger(PreviousClient.class);

  private final Client client;

  private PreviousClient(Client client) {
    this.client = client;
  }

  static PreviousClient current() {
    return new PreviousClient((Client) read(null, "client"));
  }

  /** Gives what users of the former client have registered to the new one. */
  void handOverTo(Client next) {
    for (String name : new String[] {"observers", "retryConditions"}) {
      try {
        Object value = read(client, name);
        if (client != null && value != null) {
          field(name).set(next, value);
        }
      } catch (ReflectiveOperationException | RuntimeException e) {
        LOG.warn("{} of the former OpenEJB client are lost", name, e);
      }
    }
  }

  /** Whether it is a client of somebody else's making, whose own code must go on being called. */
  boolean isSpecial() {
    return client != null && client.getClass() != Client.class;
  }

  Response process(Request request, Response response, ServerMetaData server)
      throws RemoteException {
    try {
      Method method =
          Client.class.getDeclaredMethod(
              "processRequest", Request.class, Response.class, ServerMetaData.class);
      method.setAccessible(true);
      return (Response) method.invoke(client, request, response, server);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RemoteException remote) {
        throw remote;
      }
      throw new RemoteException("request failed", e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new RemoteException("the former OpenEJB client cannot be called", e);
    }
  }

  private static Object read(Client owner, String name) {
    try {
      return field(name).get(owner);
    } catch (ReflectiveOperationException | RuntimeException e) {
      LOG.warn("{} of the former OpenEJB client cannot be read", name, e);
      return null;
    }
  }

  private static Field field(String name) throws NoSuchFieldException {
    Field field = Client.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
