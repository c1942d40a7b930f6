package org.g2cl.cmi.client;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.EJBResponse;
import org.apache.openejb.client.InterfaceType;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ThrowableArtifact;

/** Answers of servers with the stateless bean {@code Echo} and the stateful bean {@code Talk}. */
final class FakeBeans {
  private FakeBeans() {}

  /** Answers lookups and creations as our servers do, and each call with the server's location. */
  static Response serve(FakeServer server, Request request) {
    if (request instanceof JNDIRequest lookup) {
      return lookup(lookup.getRequestString().replaceFirst("^/", ""));
    }
    EJBRequest call = (EJBRequest) request;
    return call.getRequestMethod() == RequestMethodCode.EJB_HOME_CREATE
        ? ok(call.getBody().getRequestId())
        : ok(server.location().toString());
  }

  static Response ok(Object result) {
    return response(ResponseCodes.EJB_OK, result);
  }

  static Response applicationException(Throwable thrown) {
    return response(ResponseCodes.EJB_APP_EXCEPTION, new ThrowableArtifact(thrown));
  }

  static Response error(Throwable thrown) {
    return response(ResponseCodes.EJB_ERROR, new ThrowableArtifact(thrown));
  }

  static boolean isBusiness(Request request) {
    return request instanceof EJBRequest call
        && call.getRequestMethod() == RequestMethodCode.EJB_OBJECT_BUSINESS_METHOD;
  }

  private static Response response(int code, Object result) {
    EJBResponse response = new EJBResponse();
    response.setResponse(EJBResponse.VERSION, code, result);
    return response;
  }

  private static Response lookup(String name) {
    return switch (name) {
      case "EchoRemote" ->
          new JNDIResponse(ResponseCodes.JNDI_BUSINESS_OBJECT, bean("STATELESS", "Echo", null));
      case "g2cl/TalkRemote" ->
          new JNDIResponse(ResponseCodes.JNDI_OK, bean("STATEFUL", "Talk", Callable.class));
      default -> new JNDIResponse(ResponseCodes.JNDI_NOT_FOUND, null);
    };
  }

  static EJBMetaDataImpl bean(String type, String id, Class<?> home) {
    return new EJBMetaDataImpl(
        home,
        null,
        null,
        type,
        id,
        -1,
        InterfaceType.BUSINESS_REMOTE,
        List.of(Echo.class),
        Set.of());
  }
}
