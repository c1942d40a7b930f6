package org.g2cl.cmi.client;

import java.io.IOException;
import java.rmi.RemoteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.openejb.client.AuthenticationRequest;
import org.apache.openejb.client.AuthenticationResponse;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ClusterableResponse;
import org.apache.openejb.client.EJBRequest;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.JNDIResponse;
import org.apache.openejb.client.LogoutRequest;
import org.apache.openejb.client.LogoutResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ResponseCodes;
import org.apache.openejb.client.ServerMetaData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the client knows of one cluster, that is of one provider URL. */
final class Cluster implements Health, EjbdTransport.Views {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  private static final Call LOGIN = new Call(Call.Kind.REPEATABLE, null, "login", "login");
  private static final Call LOGOUT = new Call(Call.Kind.ONCE, null, "logout", "logout");

  /** A name that nobody binds. */
  private static final String VIEW_NAME = "g2cl/";

  private static final Call QUESTION = new Call(Call.Kind.REPEATABLE, null, "view", "view");

  /** Longest wait for an answer about another server. */
  private static final Duration PROMPTLY = Duration.ofSeconds(1);

  private static final Duration LEAST = Duration.ofMillis(1);

  private final List<Location> named;
  private final ClientSettings settings;
  private final ClientListener listener;
  private final ServerView view;
  private final SetAside aside;
  private final Router router;
  private final Pools pools;
  private final RetryLoop loop;
  private final BoundedMap<Object, Login> logins;
  private final Timing timing;

  /** Who was asked last whether another has left, and did not answer; or null. */
  private volatile Location unheard;

  /**
   * Creates one.
   *
   * @param logins by the token of the server that granted them first, which is the one proxies hold
   */
  Cluster(
      List<Location> named,
      ClientSettings settings,
      ClientListener listener,
      Counters counters,
      BoundedMap<Object, Login> logins,
      Timing timing) {
    this.logins = logins;
    this.timing = timing;
    this.named = named;
    this.settings = settings;
    this.listener = listener;
    this.view = new ServerView(named, timing);
    this.aside = new SetAside(timing);
    this.router = new Router(settings, view, aside);
    this.pools = new Pools(settings);
    this.loop = new RetryLoop(settings, router, this, counters, timing);
  }

  ClientSettings settings() {
    return settings;
  }

  /** Sends a request and fills the response; gives the server that answered. */
  Location send(Call call, Request request, Response response, ServerMetaData provider)
      throws RemoteException {
    Location server = loop.run(call, transport(call, request, response, provider));
    if (response instanceof ClusterableResponse clusterable) {
      // Locations for the stock client would take the proxy away from this one.
      clusterable.setServer(null);
    }
    return server;
  }

  private Transport transport(
      Call call, Request request, Response response, ServerMetaData provider) {
    Transport plain = new EjbdTransport(call, request, response, provider, pools, this);
    Login login =
        request instanceof EJBRequest ejb && ejb.getClientIdentity() != null
            ? logins.get(ejb.getClientIdentity())
            : null;
    return login == null
        ? plain
        : new IdentifiedTransport(
            plain,
            (EJBRequest) request,
            response,
            login,
            (question, answer) -> new EjbdTransport(LOGIN, question, answer, provider, pools, this),
            timing);
  }

  /** Logs a caller in at one server; others follow when requests move to them. */
  void logIn(AuthenticationRequest request, AuthenticationResponse response, ServerMetaData server)
      throws RemoteException {
    Location granting = send(LOGIN, request, response, server);
    if (response.getResponseCode() == ResponseCodes.AUTH_GRANTED) {
      Object token = response.getIdentity().getClientIdentity();
      Login login = new Login(request);
      login.granted(granting, token);
      logins.put(token, login);
    }
  }

  /**
   * Logs a caller out wherever the client has logged it in; servers that fail have forgotten it.
   * All together take the time of one silence at most, of which each has its share.
   */
  void logOut(LogoutRequest request, LogoutResponse response, ServerMetaData provider)
      throws RemoteException {
    Login login = logins.remove(request.getSecurityIdentity());
    if (login == null) {
      send(LOGOUT, request, response, provider);
      return;
    }
    long end = timing.nanos() + settings.readTimeout().toNanos();
    Map<Location, Object> tokens = login.tokens();
    int servers = tokens.size();
    for (Map.Entry<Location, Object> each : tokens.entrySet()) {
      Duration share = left(end).dividedBy(servers--);
      logOut(each.getKey(), each.getValue(), timing.nanos() + share.toNanos(), provider);
    }
    response.setResponseCode(ResponseCodes.LOGOUT_SUCCESS);
  }

  private void logOut(Location server, Object token, long end, ServerMetaData provider) {
    LogoutResponse answer = new LogoutResponse();
    try {
      new EjbdTransport(LOGOUT, new LogoutRequest(token), answer, provider, pools, this)
          .attempt(server, () -> left(end));
    } catch (IOException e) {
      LOG.debug("{}: logout not confirmed", server, e);
    }
  }

  /** Keeps a session with a server. */
  void bind(Object session, Location server) {
    router.bind(session.toString(), server);
  }

  List<Location> servers() {
    return view.live();
  }

  List<Location> setAside() {
    return aside.now();
  }

  int connections() {
    return pools.open();
  }

  int sessions() {
    return router.sessions();
  }

  void close() {
    pools.close();
  }

  @Override
  public void answered(Location server) {
    if (aside.remove(server)) {
      LOG.info("{}: answers again", server);
      listener.serverBack(server);
    }
  }

  @Override
  public void failed(Location server, IOException reason) {
    pools.closeIdle(server);
    if (aside.add(server, settings.setAside())) {
      LOG.info(
          "{}: set aside for {} ms: {}",
          server,
          settings.setAside().toMillis(),
          reason.getMessage());
      listener.serverSetAside(server, reason.getMessage());
    }
  }

  @Override
  public void failedOver(Location from, Location to) {
    LOG.debug("{}: answered in place of {}", to, from);
    listener.failedOver(from, to);
  }

  @Override
  public long version(Location server) {
    return view.version(server);
  }

  @Override
  public void update(Location teller, ClusterMetaData told, long asked) {
    List<Location> before = view.live();
    if (view.update(teller, told.getVersion(), asked, ProviderUrl.ofView(told))) {
      logChange(teller, before, view.live());
      List<Location> known = new ArrayList<>(view.live());
      known.addAll(named);
      aside.retain(known);
      pools.retain(known);
      listener.serversChanged(view.live());
    }
  }

  /**
   * Only what has changed: after a crash several servers tell, and the last ones still of before.
   */
  private static void logChange(Location teller, List<Location> before, List<Location> now) {
    List<Location> joined = now.stream().filter(server -> !before.contains(server)).toList();
    List<Location> left = before.stream().filter(server -> !now.contains(server)).toList();
    LOG.info("{}: tells of {} servers, joined={} left={}", teller, now.size(), joined, left);
  }

  /** As the list says that another server tells now. */
  @Override
  public boolean hasLeft(Location server, ServerMetaData provider, Duration longest) {
    long end = timing.nanos() + longest.toNanos();
    Location other = otherThan(server);
    if (other == null || !view.live().contains(other)) {
      return false;
    }
    ViewQuestion told = new ViewQuestion(this);
    try {
      JNDIRequest question = new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, VIEW_NAME);
      new EjbdTransport(QUESTION, question, new JNDIResponse(), provider, pools, told)
          .attempt(other, () -> RetryLoop.shorter(PROMPTLY, left(end)));
      answered(other);
      unheard = null;
      return told.isWithout(server);
    } catch (PoolExhaustedException e) {
      LOG.debug("{}: cannot be asked whether {} has left", other, server, e);
      return false;
    } catch (IOException e) {
      LOG.debug("{}: does not tell whether {} has left", other, server, e);
      unheard = other;
      if (RetryLoop.isOfServer(e, PROMPTLY)) {
        failed(other, e);
      }
      return false;
    }
  }

  /** Server to ask about that one, rather not who did not answer last; null when there is none. */
  private Location otherThan(Location server) {
    Set<Location> passedOver = new HashSet<>(Set.of(server));
    Location silent = unheard;
    if (silent != null && passedOver.add(silent)) {
      Location other = router.next(QUESTION, passedOver);
      if (other != null && view.live().contains(other)) {
        return other;
      }
    }
    return router.next(QUESTION, Set.of(server));
  }

  private Duration left(long end) {
    return Duration.ofNanos(Math.max(LEAST.toNanos(), end - timing.nanos()));
  }
}
