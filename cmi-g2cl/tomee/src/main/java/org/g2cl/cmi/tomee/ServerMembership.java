package org.g2cl.cmi.tomee;

import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryRegistry;
import org.apache.openejb.server.ejbd.EjbServer;
import org.g2cl.Registration;
import org.g2cl.cmi.core.Closing;
import org.g2cl.cmi.core.ContentLimits;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.LifeCycle;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.g2cl.propagation.StatePropagation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership in the group of a server that this code did not start: a TomEE with the container in
 * its configuration. The HA service takes its settings from the environment and system properties.
 */
final class ServerMembership implements NodeGroup {
  private static final Logger LOG = LoggerFactory.getLogger(ServerMembership.class);

  /** Newest release of Java on which TomEE 9.0.0 was seen to check roles. */
  private static final int CHECKED_UP_TO = 17;

  private final ContainerGroup group;
  private final String markers;
  private final String settling;
  private final int threads;
  private final ViewDiscoveryAgent agent;
  private final LateOpening table = new LateOpening(this::useMarkers, System::nanoTime);
  private EjbdServer ejbd;
  private boolean attached;

  private ServerMembership(ContainerGroup group, String markers, String settling, int threads) {
    this.group = group;
    this.markers = markers;
    this.settling = settling;
    this.threads = threads;
    this.agent = new ViewDiscoveryAgent(this::announce);
  }

  /**
   * Joins the group and becomes a component of the server.
   *
   * @param markers data source of the beans' transactions, or empty for no markers
   * @param settling data source to the same database outside of transactions
   * @param threads connections that ejbd serves at the same time, where we open its port
   * @throws org.g2cl.cmi.core.HaException when a setting is wrong or the group cannot be joined
   * @throws IllegalStateException when the port of the location is taken
   */
  static ServerMembership join(String markers, String settling, int threads) {
    if (markers.isEmpty() != settling.isEmpty()) {
      throw new IllegalArgumentException(
          "Markers is '%s' and MarkersSettling is '%s'; set both or neither"
              .formatted(markers, settling));
    }
    HaSettings settings = HaSettings.fromSystem();
    unsafeOn(Runtime.version().feature())
        .ifPresent(why -> LOG.error("{}: {}", settings.location(), why));
    if (lacksEjbd()) {
      var location = ejbd(settings);
      EjbdServer.requireFree(location.getHost(), location.getPort());
    }
    HaService service = HaService.start(settings);
    var membership = new ServerMembership(ContainerGroup.of(service), markers, settling, threads);
    if (membership.hasMarkers()) {
      service.openMarkersBy(membership.table::open);
    }
    SystemInstance.get().setComponent(Replication.class, membership);
    return membership;
  }

  /** Why that release of Java leaves beans open to callers; empty for 17, TomEE 9's own. */
  static Optional<String> unsafeOn(int release) {
    return release <= CHECKED_UP_TO
        ? Optional.empty()
        : Optional.of(
            "this server runs on Java %d, on which TomEE 9 checks no @RolesAllowed: every caller may call such methods; run it on Java %d"
                .formatted(release, CHECKED_UP_TO));
  }

  /**
   * Whether the server has no ejbd port of its own: a TomEE, which serves beans over HTTP and
   * passes the service {@code ejbd} over, whatever its configuration says. Checked with TomEE
   * 9.0.0, where {@code TomcatLoader} sets the component before it reads the containers, and nobody
   * else does.
   */
  private static boolean lacksEjbd() {
    return SystemInstance.get().getComponent(EjbServer.class) != null;
  }

  private static URI ejbd(HaSettings settings) {
    return URI.create("ejbd://" + settings.location());
  }

  /** Once the server has an application and its data sources: lets clients in. */
  synchronized void serverReady() {
    DiscoveryRegistry registry = SystemInstance.get().getComponent(DiscoveryRegistry.class);
    if (attached || (registry == null && !lacksEjbd())) {
      return;
    }
    markersNow();
    if (lacksEjbd()) {
      openEjbd();
    } else {
      group.addLocationListener(agent::update);
      registry.addDiscoveryAgent(agent);
    }
    attached = true; // what has failed is tried again with the next application
  }

  private void openEjbd() {
    URI location = ejbd(group.service().settings());
    var filter = new RemoteClassFilter();
    Optional<String> obstacle = filter.obstacle(location.getHost());
    if (obstacle.isPresent()) {
      LOG.error("{}: remote clients are not served: {}", location, obstacle.get());
      return;
    }
    if (filter.isOpen()) {
      LOG.warn(
          "{}: every program of this machine can have objects of nearly all classes made: {}",
          location,
          RemoteClassFilter.ADVICE);
    }
    if (ejbd == null) {
      ejbd = started(location);
    }
    group.announce(location);
    filter
        .refused()
        .ifPresent(
            name ->
                LOG.error(
                    "{}: this server refuses {} in remote calls, hence every remote call: {}",
                    location,
                    name,
                    RemoteClassFilter.ADVICE));
    LOG.info("{}: remote clients are served, by up to {} threads", location, threads);
  }

  private EjbdServer started(URI location) {
    EjbdServer server = EjbdServer.create(location.getHost(), location.getPort(), threads, agent);
    Registration heard = group.addLocationListener(agent::update);
    try {
      server.start();
      return server;
    } catch (RuntimeException | Error e) {
      heard.close();
      throw e;
    }
  }

  /** A table that is wrong is told of at the start, not by the first call or take-over. */
  private void markersNow() {
    try {
      var unused = markers();
    } catch (RuntimeException e) {
      LOG.error(
          "{}: the table of markers cannot be used; calls that need it are refused, and each tries"
              + " it again: {}",
          group.service().settings().location(),
          e.getMessage());
    }
  }

  LifeCycle lifeCycle() {
    return group.service().status().lifeCycle();
  }

  @Override
  public StatePropagation propagation() {
    return group.propagation();
  }

  @Override
  public boolean everyMemberReads(byte form) {
    return group.everyMemberReads(form);
  }

  @Override
  public List<SocketAddress> lacking(byte form) {
    return group.lacking(form);
  }

  @Override
  public Optional<Duration> callTimeout() {
    return group.callTimeout();
  }

  @Override
  public boolean executes(Duration longest) throws InterruptedException {
    return group.executes(longest);
  }

  @Override
  public Registration addDoubtListener(Runnable listener) {
    return group.addDoubtListener(listener);
  }

  @Override
  public ContentLimits limits() {
    return group.limits();
  }

  @Override
  public boolean hasMarkers() {
    return !markers.isEmpty();
  }

  @Override
  public Optional<Markers> markers() {
    if (!markers.isEmpty()) {
      table.open();
    }
    return group.markers();
  }

  private void useMarkers() {
    group.useMarkers(new MarkerSources(markers, settling));
  }

  @Override
  public Registration addLocationListener(Consumer<List<URI>> listener) {
    return group.addLocationListener(listener);
  }

  @Override
  public void announce(URI location) {
    if ("ejbd".equals(location.getScheme())) {
      group.announce(location);
    }
  }

  @Override
  public void close() {
    // one that cannot be stopped must not keep the sessions from being handed over
    Closing.quietly(LOG, group.service().settings().location(), "ejbd port", this::closeEjbd);
    group.close();
  }

  private synchronized void closeEjbd() {
    if (ejbd != null) {
      ejbd.close();
      ejbd = null;
    }
  }
}
