package org.g2cl.loadtest.node;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import net.sf.jgcs.GroupException;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.core.HaStatus;
import org.g2cl.cmi.core.NodeView;
import org.g2cl.cmi.core.Protection;
import org.g2cl.cmi.tomee.EmbeddedBusinessNode;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.booked.BookedCartBean;
import org.g2cl.loadtest.direct.DirectPropagation;
import org.g2cl.loadtest.scale.BallastBean;
import org.g2cl.sample.cart.Cart;
import org.g2cl.sample.cart.CartDatabase;
import org.g2cl.sample.cart.CartDatabaseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The shopping cart's beans in embedded OpenEJB, in a group with others or alone. */
public final class BusinessNode implements RunningNode {
  private static final Logger LOG = LoggerFactory.getLogger(BusinessNode.class);

  /** Named in place of an engine: JGroups alone, what ours is compared with. */
  public static final String DIRECT = "direct";

  private static final Duration POLL = Duration.ofMillis(100);

  private final NodeSettings settings;
  private final EmbeddedBusinessNode node;
  private final Optional<DirectPropagation> direct;

  private BusinessNode(
      NodeSettings settings, EmbeddedBusinessNode node, Optional<DirectPropagation> direct) {
    this.settings = settings;
    this.node = node;
    this.direct = direct;
  }

  /**
   * Starts a node; on return it has joined its group and serves.
   *
   * @throws BedException when a port is taken, strangers could join, no peer answers, or the
   *     database cannot be used
   */
  public static BusinessNode start(NodeSettings settings) {
    try {
      requireProtection(settings);
      createTables(settings);
      return settings.replication() && isDirect(settings)
          ? startDirect(settings)
          : new BusinessNode(settings, builder(settings).start(), Optional.empty());
    } catch (IllegalStateException | HaException e) {
      throw BedException.environment(e.getMessage(), e);
    }
  }

  @Override
  public Optional<HaService> ha() {
    return node.ha();
  }

  @Override
  public NodeStatus status() {
    return direct
        .map(this::replicatedDirectly)
        .or(() -> node.ha().map(this::replicated))
        .orElseGet(this::alone);
  }

  @Override
  public void close() {
    node.close();
  }

  private static BusinessNode startDirect(NodeSettings settings) {
    DirectPropagation direct =
        DirectPropagation.start(
            settings.group(),
            location(settings),
            settings.groupPort(),
            settings.peers(),
            settings.backups());
    try {
      EmbeddedBusinessNode node = plain(settings).propagation(direct).start();
      return new BusinessNode(settings, node, Optional.of(direct));
    } catch (IllegalStateException e) {
      direct.close();
      throw e;
    }
  }

  private static String location(NodeSettings settings) {
    return settings.host() + ":" + settings.port();
  }

  /** So that a mistyped peer does not begin a second group. A merge with peers may take a while. */
  private static void requireCompany(HaService service, NodeSettings settings) {
    if (settings.peers().isEmpty()) {
      return;
    }
    long end = System.nanoTime() + settings.joinTimeout().toNanos();
    while (service.status().nodes().size() < 2) {
      if (System.nanoTime() > end) {
        throw BedException.environment(
            "none of the peers %s answers in group '%s' within %d s: start them first, give the group address (--group-port) of nodes that run, wait longer with --join-timeout, or leave --peers out to begin a new group"
                .formatted(
                    String.join(", ", settings.peers()),
                    settings.group(),
                    settings.joinTimeout().toSeconds()));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** The node that begins a group makes the tables; two must not do it at the same time. */
  private static void createTables(NodeSettings settings) {
    try {
      CartDatabase database =
          CartDatabase.at(settings.jdbcUrl(), settings.dbUser(), settings.dbPassword());
      if (settings.peers().isEmpty()) {
        database.create();
      }
    } catch (CartDatabaseException e) {
      throw BedException.environment(
          e.getMessage() + " (check --jdbc-url, --db-user and --db-password)", e);
    }
  }

  private static EmbeddedBusinessNode.Builder plain(NodeSettings settings) {
    EmbeddedBusinessNode.Builder builder =
        EmbeddedBusinessNode.builder()
            .host(settings.host())
            .port(settings.port())
            .application("cart")
            .archive(archiveOf(Cart.class))
            .remoteClasses(
                "org.g2cl.sample.", "org.g2cl.loadtest.booked.", "org.g2cl.loadtest.scale.")
            .dataSource(CartDatabase.RESOURCE, dataSource(settings));
    if (Boolean.getBoolean(BallastBean.SWITCH)) {
      builder.classes(BallastBean.class);
    }
    if (Boolean.getBoolean(BookedCartBean.SWITCH)) {
      builder.classes(BookedCartBean.class);
    }
    return builder;
  }

  private static EmbeddedBusinessNode.Builder builder(NodeSettings settings) {
    EmbeddedBusinessNode.Builder builder = plain(settings);
    return settings.replication()
        ? builder
            .ha(group(settings))
            .markers(CartDatabase.RESOURCE)
            .checkGroup(service -> requireCompany(service, settings))
        : builder.withoutReplication();
  }

  private static HaSettings group(NodeSettings settings) {
    return HaSettings.builder()
        .setAll(settings.settings())
        .set(HaSetting.NAME, settings.name())
        .set(HaSetting.STATUS_PORT, "") // the page comes when the node serves
        .set(HaSetting.LOCATION, location(settings))
        .set(HaSetting.GROUP, settings.group())
        .set(HaSetting.BIND_ADDRESS, settings.host())
        .set(HaSetting.BIND_PORT, settings.groupPort())
        .set(HaSetting.PEERS, peers(settings))
        .set(HaSetting.BACKUPS, settings.backups())
        .build();
  }

  /** Before tables are made and the container starts. */
  private static void requireProtection(NodeSettings settings) {
    if (!settings.replication()) {
      return;
    }
    boolean direct = isDirect(settings);
    try {
      Optional<String> warning = Protection.check(direct ? withoutKeys(settings) : group(settings));
      if (direct) { // else the HA service warns
        warning.ifPresent(LOG::warn);
      }
    } catch (GroupException e) {
      throw BedException.environment(refusal(settings, direct, e.getMessage()), e);
    }
  }

  /** The check refuses an address, or settings of the engine, such as those of TLS. */
  private static String refusal(NodeSettings settings, boolean direct, String why) {
    if (!why.contains(HaSetting.BIND_ADDRESS.key())) {
      return why;
    }
    return "--host %s: %s. %s"
        .formatted(
            settings.host(),
            why,
            direct
                ? "Engine direct takes no secret"
                : "In the environment these are G2CL_SECRET_FILE, G2CL_SECRET and G2CL_UNPROTECTED");
  }

  private static boolean isDirect(NodeSettings settings) {
    return DIRECT.equals(settings.settings().get(HaSetting.ENGINE.key()));
  }

  /** JGroups alone proves nothing of its members, whatever secret there is. */
  private static HaSettings withoutKeys(NodeSettings settings) {
    return HaSettings.builder()
        .set(HaSetting.ENGINE, DIRECT)
        .set(HaSetting.BIND_ADDRESS, settings.host())
        .set(
            HaSetting.UNPROTECTED,
            settings
                .settings()
                .getOrDefault(HaSetting.UNPROTECTED.key(), HaSetting.UNPROTECTED.defaultValue()))
        .build();
  }

  /** What an engine is to ask need not be the members: Spread's are its daemons. */
  private static String peers(NodeSettings settings) {
    return settings
        .settings()
        .getOrDefault(HaSetting.PEERS.key(), String.join(",", settings.peers()));
  }

  private static Map<String, String> dataSource(NodeSettings settings) {
    Properties properties =
        CartDatabase.openEjbProperties(
            settings.jdbcUrl(), settings.dbUser(), settings.dbPassword());
    String prefix = CartDatabase.RESOURCE + ".";
    Map<String, String> values = new HashMap<>();
    for (String name : properties.stringPropertyNames()) {
      if (name.startsWith(prefix)) {
        values.put(name.substring(prefix.length()), properties.getProperty(name));
      }
    }
    return values;
  }

  private static Path archiveOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the archive of " + type + " cannot be found", e);
    }
  }

  private NodeStatus replicated(HaService service) {
    HaStatus status = service.status();
    return NodeStatus.replicated(
        settings.name(),
        status.location(),
        status.group(),
        status.view(),
        status.nodes().stream().map(BusinessNode::name).toList(),
        status.propagation());
  }

  private NodeStatus replicatedDirectly(DirectPropagation propagation) {
    return NodeStatus.replicated(
        settings.name(),
        location(settings),
        settings.group(),
        propagation.view(),
        propagation.members(),
        propagation.status());
  }

  private static String name(NodeView member) {
    return member.location().isEmpty() ? member.member() : member.location();
  }

  private NodeStatus alone() {
    return NodeStatus.alone(settings.name(), location(settings));
  }
}
