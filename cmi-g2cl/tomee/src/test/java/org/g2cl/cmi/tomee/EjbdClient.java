package org.g2cl.cmi.tomee;

import java.lang.reflect.Method;
import java.net.URI;
import java.rmi.RemoteException;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ServerMetaData;
import org.apache.openejb.client.ThrowableArtifact;

/** Client that says which request id it sends, through ejbd. */
final class EjbdClient {
  private final ServerMetaData server;
  private final EJBMetaDataImpl bean;
  private final Class<?> view;
  private Object identity;

  EjbdClient(URI location, String name, Class<?> view) throws RemoteException {
    this.server = new ServerMetaData(location);
    this.view = view;
    this.bean = metaData(name);
  }

  private EJBMetaDataImpl metaData(String name) throws RemoteException {
    var response = new JNDIResponse();
    var request = new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, "g2cl/" + name);
    Client.request(request, response, server);
    if (response.getResponseCode() != ResponseCodes.JNDI_OK) {
      throw new AssertionError("look-up of g2cl/" + name + " answered " + response);
    }
    return (EJBMetaDataImpl) response.getResult();
  }

  /** Logs in, for all requests from now on. */
  EjbdClient login(String name, String password) throws RemoteException {
    var response = new AuthenticationResponse();
    Client.request(new AuthenticationRequest(name, password), response, server);
    if (response.getResponseCode() != ResponseCodes.AUTH_GRANTED) {
      throw new AssertionError("login of " + name + " answered " + response);
    }
    identity = response.getIdentity().getClientIdentity();
    return this;
  }

  static String newId() {
    return UUID.randomUUID().toString();
  }

  String create(String id) throws Exception {
    return (String) valueOf(send(creation(id)));
  }

  EJBRequest creation(String id) throws NoSuchMethodException {
    EJBRequest request =
        new EJBRequest(
            RequestMethodCode.EJB_HOME_CREATE,
            bean,
            Callable.class.getMethod("call"),
            new Object[0],
            null,
            null);
    return identified(request, id);
  }

  /** Calls with a new request id. */
  Object call(String key, String method, Object... arguments) throws Exception {
    return repeat(newId(), key, method, arguments);
  }

  /** Calls with a given request id. */
  Object repeat(String id, String key, String method, Object... arguments) throws Exception {
    return valueOf(answer(id, key, method, arguments));
  }

  EJBResponse answer(String id, String key, String method, Object... arguments)
      throws RemoteException {
    return send(request(id, key, method, arguments));
  }

  EJBRequest request(String id, String key, String method, Object... arguments) {
    return identified(
        new EJBRequest(
            RequestMethodCode.EJB_OBJECT_BUSINESS_METHOD, bean, find(method), arguments, key, null),
        id);
  }

  private Method find(String name) {
    return Arrays.stream(view.getMethods())
        .filter(method -> method.getName().equals(name))
        .findAny()
        .orElseThrow();
  }

  private EJBRequest identified(EJBRequest request, String id) {
    request.getBody().setRequestId(id);
    request.setClientIdentity(identity);
    return request;
  }

  private EJBResponse send(EJBRequest request) throws RemoteException {
    var response = new EJBResponse();
    Client.request(request, response, server);
    return response;
  }

  private static Object valueOf(EJBResponse response) throws Exception {
    if (response.getResult() instanceof ThrowableArtifact artifact) {
      if (artifact.getThrowable() instanceof Exception exception) {
        throw exception;
      }
      throw new AssertionError(artifact.getThrowable());
    }
    return response.getResult();
  }
}
