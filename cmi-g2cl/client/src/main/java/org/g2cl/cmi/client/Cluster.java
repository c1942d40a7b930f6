package org.g2cl.cmi.client;

import java.io.IOException;
import java.net.URI;
import java.rmi.RemoteException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.openejb.client.ClusterMetaData;
import org.apache.openejb.client.ClusterableResponse;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.Response;
import org.apache.openejb.client.ServerMetaData;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the client knows of one cluster, that is of one provider URL. */
final class Cluster implements Health, EjbdTransport.Views {
  private static final Logger LOG = LoggerFactory.getLogger(Cluster.class);

  private final List<Location> named;
  private final ClientSettings settings;
  private final ClientListener listener;
  private final ServerView view;
  private final SetAside aside;
  private final Router router;
  private final Pools pools;
  private final RetryLoop loop;

  Cluster(
      List<Location> named,
      ClientSettings settings,
      ClientListener listener,
      Counters counters,
      Timing timing) {
    this.named = named;
    this.settings = settings;
    this.listener = listener;
    this.view = new ServerView(named);
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
    Location server =
        loop.run(call, new EjbdTransport(call, request, response, provider, pools, this));
    if (response instanceof ClusterableResponse clusterable) {
      // Locations for the stock client would take the proxy away from this one.
      clusterable.setServer(null);
    }
    return server;
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
    pools.retain(List.of());
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
      LOG.info("{}: set aside for {}: {}", server, settings.setAside(), reason.getMessage());
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
  public void update(Location teller, ClusterMetaData told) {
    List<Location> servers =
        Stream.of(told.getLocations())
            .map((URI uri) -> ProviderUrl.ofView(uri))
            .filter(Objects::nonNull)
            .distinct()
            .toList();
    if (view.update(teller, told.getVersion(), servers)) {
      LOG.info("{}: tells of servers {}", teller, view.live());
      List<Location> known = new ArrayList<>(view.live());
      known.addAll(named);
      aside.retain(known);
      pools.retain(known);
      listener.serversChanged(view.live());
    }
  }
}
