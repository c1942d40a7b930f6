package org.g2cl.cmi.tomee;

import java.io.Closeable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.rmi.RemoteException;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * OpenEJB's client in a server, but that it sends no request for a method of an interface of the
 * JDK. No bean is called by one; but a reference of a bean that a stranger has put together can be
 * a {@code Comparator} or a {@code Map}, and collections call theirs while they are read, so that
 * the server would connect to where the reference says before anybody has logged in.
 *
 * <p>Reflection on private members, checked with openejb-client 10.0.0-M2: OpenEJB lets a client be
 * set but not got, and keeps event observers and retry conditions in it.
 */
final class GuardedClient extends Client {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedClient.class);

  /** Interfaces that a bean's own may extend, and that nothing calls while it is read. */
  private static final Set<Class<?>> HARMLESS =
      Set.of(Runnable.class, Callable.class, AutoCloseable.class, Closeable.class);

  /** Looked for once, since every request asks it; null where there is none. */
  private static final Field CLIENT = clientField();

  private static boolean failed;

  private final Client client;
  private final Method process;

  private GuardedClient(Client client) throws ReflectiveOperationException {
    this.client = client;
    process =
        Client.class.getDeclaredMethod(
            "processRequest", Request.class, Response.class, ServerMetaData.class);
    process.setAccessible(true);
    for (String name : new String[] {"observers", "retryConditions"}) {
      Field field = field(name);
      field.set(this, field.get(client));
    }
  }

  /** Puts one before the client that is in place, unless it is one. */
  static void install() {
    if (!(current() instanceof GuardedClient)) {
      replace();
    }
  }

  private static synchronized void replace() {
    try {
      var current = (Client) field("client").get(null);
      if (!(current instanceof GuardedClient)) {
        Client.setClient(new GuardedClient(current == null ? new Client() : current));
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      warn(e);
    }
  }

  private static Client current() {
    try {
      return CLIENT == null ? null : (Client) CLIENT.get(null);
    } catch (IllegalAccessException e) {
      return null; // whoever replaces it then meets this as well, and tells it
    }
  }

  private static Field clientField() {
    try {
      return field("client");
    } catch (NoSuchFieldException | RuntimeException e) {
      return null;
    }
  }

  private static void warn(Exception failure) {
    if (!failed) {
      failed = true;
      LOG.warn(
          "requests of clients can have this server connect to where they say; let it connect to"
              + " nobody but those that it needs",
          failure);
    }
  }

  private static Field field(String name) throws NoSuchFieldException {
    Field field = Client.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  @Override
  protected Response processRequest(Request request, Response response, ServerMetaData server)
      throws RemoteException {
    if (request instanceof EJBRequest call && call.getMethodInstance() != null) {
      refuse(call.getMethodInstance());
    }
    try {
      return (Response) process.invoke(client, request, response, server);
    } catch (InvocationTargetException e) {
      throw told(e.getCause());
    } catch (IllegalAccessException e) {
      throw new RemoteException("OpenEJB's client cannot be called", e);
    }
  }

  private static void refuse(Method method) throws RemoteException {
    Class<?> type = method.getDeclaringClass();
    if (type.getName().startsWith("java.") && !HARMLESS.contains(type)) {
      throw new RemoteException(
          "%s is not called on a bean from within a server: no bean has a view of the JDK's, and a forged reference could; declare the method in an interface of the bean"
              .formatted(method));
    }
  }

  private static RemoteException told(Throwable cause) {
    if (cause instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RemoteException remote
        ? remote
        : new RemoteException("the request failed", cause);
  }
}
