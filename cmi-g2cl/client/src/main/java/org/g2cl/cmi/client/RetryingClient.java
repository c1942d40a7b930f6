package org.g2cl.cmi.client;

import java.rmi.RemoteException;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.Client;
import org.apache.openejb.client.EJBMetaDataImpl;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.LogoutRequest;
import org.apache.openejb.client.LogoutResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;

/** OpenEJB's client with our requests taken out of its hands. */
final class RetryingClient extends Client {
  private final Clusters clusters;
  private final PreviousClient previous;
  private final RequestIds ids = new RequestIds();
  private final Lookups lookups = new Lookups(ids);
  private final Overtaking overtaking = new Overtaking();

  RetryingClient(Clusters clusters, PreviousClient previous) {
    this.clusters = clusters;
    this.previous = previous;
    previous.handOverTo(this);
  }

  @Override
  protected Response processRequest(Request request, Response response, ServerMetaData server)
      throws RemoteException {
    if (server == null || !ProviderUrl.isOurs(server.getLocation())) {
      return previous.isSpecial()
          ? previous.process(request, response, server)
          : super.processRequest(request, response, server);
    }
    Cluster cluster = clusters.of(server.getLocation());
    if (request instanceof EJBRequest ejb) {
      send(cluster, ejb, response, server);
    } else if (request instanceof JNDIRequest jndi && response instanceof JNDIResponse answer) {
      lookups.process(cluster, jndi, answer, server);
    } else if (request instanceof AuthenticationRequest login
        && response instanceof AuthenticationResponse answer) {
      cluster.logIn(login, answer, server);
    } else if (request instanceof LogoutRequest logout
        && response instanceof LogoutResponse answer) {
      cluster.logOut(logout, answer, server);
    } else {
      String what = request.getRequestType().name();
      cluster.send(new Call(Call.Kind.ONCE, null, what, what), request, response, server);
    }
    return response;
  }

  private void send(Cluster cluster, EJBRequest request, Response response, ServerMetaData provider)
      throws RemoteException {
    Call.Kind kind = kind(request);
    String session = session(request.getEjbMetaData(), request);
    if (kind != Call.Kind.REPEATABLE || session == null) {
      cluster.send(call(kind, session, request, Duration.ZERO), request, response, provider);
      return;
    }
    long begin = System.nanoTime();
    Overtaking.Passage passage =
        overtaking.begin(session, cluster.settings().deadline(), () -> number(request, ids::next));
    boolean refused = false;
    try {
      Duration waited = Duration.ofNanos(System.nanoTime() - begin);
      cluster.send(call(kind, session, request, waited), request, response, provider);
      refused = Answers.judge(response) == Answer.BUSY;
    } finally {
      passage.end(refused);
    }
  }

  /** Numbers the request, unless the caller has. */
  private static void number(EJBRequest request, Supplier<String> next) {
    EJBRequest.Body body = request.getBody();
    if (body.getRequestId() == null) {
      body.setRequestId(next.get());
    }
  }

  private Call call(Call.Kind kind, String session, EJBRequest request, Duration waited) {
    boolean creation = kind == Call.Kind.CREATION;
    number(request, creation ? ids::unguessable : ids::next);
    return new Call(
        kind,
        creation ? request.getBody().getRequestId() : session,
        request.getDeploymentId(),
        request.getDeploymentId() + "." + request.getMethodName(),
        waited);
  }

  private static Call.Kind kind(EJBRequest request) {
    RequestMethodCode method = request.getRequestMethod();
    if (method == RequestMethodCode.EJB_HOME_CREATE) {
      return Call.Kind.CREATION;
    }
    // A cancellation carries the id of the call that it cancels and means one server only.
    return method == RequestMethodCode.FUTURE_CANCEL ? Call.Kind.ONCE : Call.Kind.REPEATABLE;
  }

  private static String session(EJBMetaDataImpl bean, EJBRequest request) {
    Object key = request.getPrimaryKey();
    return bean != null && bean.isStatefulSession() && key != null ? key.toString() : null;
  }
}
