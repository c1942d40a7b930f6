package org.g2cl.cmi.tomee;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Consumer;
import org.g2cl.cmi.core.Closing;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSettings;
import org.g2cl.cmi.tomee.ReplicatedStatefulContainerFactory.MarkerSources;
import org.g2cl.propagation.StatePropagation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Business node in this JVM: OpenEJB with an application, ejbd on one port, and a member of the
 * group.
 *
 * <p>Built by {@link #builder()}. There can be one per JVM. Thread-safe.
 */
public final class EmbeddedBusinessNode implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedBusinessNode.class);

  private final URI location;
  private final Optional<NodeGroup> group;
  private EmbeddedServer server;
  private EjbdServer ejbd;

  /** A node that has not been started; null for no group. */
  private EmbeddedBusinessNode(URI location, NodeGroup group) {
    this.location = location;
    this.group = Optional.ofNullable(group);
  }

  /** Builder in which every setting but the port has a default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Location of this node for clients, for instance {@code ejbd://127.0.0.1:4201}. */
  public URI location() {
    return location;
  }

  /** HA service of this node, or empty when it was started without. */
  public Optional<HaService> ha() {
    return group
        .filter(ContainerGroup.class::isInstance)
        .map(member -> ((ContainerGroup) member).service());
  }

  /**
   * Stops in the order that lets clients go on elsewhere: takes no new requests, lets those that
   * run end, hands the sessions over, tells clients that it goes, leaves the group, and stops
   * OpenEJB. Closing twice is harmless.
   */
  @Override
  public synchronized void close() {
    quietly("ejbd port", ejbd);
    quietly("membership", group.orElse(null));
    quietly("server", server);
    ejbd = null;
    server = null;
  }

  private void quietly(String part, AutoCloseable closeable) {
    Closing.quietly(LOG, location, part, closeable);
  }

  private static void refuse(Optional<String> problem) {
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
  }

  private synchronized void start(Builder settings) {
    server =
        EmbeddedServer.start(
            settings.serverProperties(), settings.replicated ? group.orElse(null) : null);
    server.deploy(settings.application, settings.classes, settings.archives);
    if (settings.replicated) {
      server.requireReplicatingContainer();
    }
    settings.useMarkers(group.orElse(null));
    var agent = new ViewDiscoveryAgent(service -> {});
    settings.remoteClasses.ifPresent(RemoteClassFilter::restrict);
    RemoteClassFilter.reload();
    refuse(RemoteClassFilter.problemOfProperty());
    if (new RemoteClassFilter().isOpen()) {
      LOG.warn(
          "{}: whoever reaches it can have objects of nearly all classes made; name those that clients send by remoteClasses, or by OpenEJB's properties",
          location);
    }
    ejbd = EjbdServer.create(settings.host, settings.port, settings.threads, agent);
    group.ifPresent(member -> member.addLocationListener(agent::update));
    ejbd.start();
    group.ifPresent(member -> member.announce(location));
  }

  /** Builder of a node; not thread-safe. */
  public static final class Builder {
    private static final int DEFAULT_THREADS = 256;

    /** Ends the name of the data source by which take-overs settle, outside of transactions. */
    private static final String SETTLING = "Settling";

    private static final String CONTAINER = "ReplicatedStateful";

    /** File of containers and resources that OpenEJB reads, and writes where there is none. */
    private static final String CONFIGURATION = "openejb.configuration";

    private final List<Class<?>> classes = new ArrayList<>();
    private final List<Path> archives = new ArrayList<>();
    private final Map<String, Map<String, String>> dataSources = new LinkedHashMap<>();
    private final Properties properties = new Properties();
    private final List<String> allowedClasses = new ArrayList<>();
    private final List<String> idempotentMethods = new ArrayList<>();
    private Optional<List<String>> remoteClasses = Optional.empty();
    private String host = "127.0.0.1";
    private int port = -1;
    private int threads = DEFAULT_THREADS;
    private String application = "business";
    private NodeGroup group;
    private HaSettings ha;
    private String markers;
    private boolean replicated = true;
    private Consumer<HaService> check = service -> {};

    private Builder() {}

    /** Address that ejbd listens on; 127.0.0.1 by default. */
    public Builder host(String address) {
      host = address;
      return this;
    }

    /** Port that ejbd listens on. */
    public Builder port(int number) {
      port = number;
      return this;
    }

    /**
     * Connections served at the same time, one thread each; 256 by default. Clients keep theirs
     * open.
     */
    public Builder threads(int number) {
      threads = number;
      return this;
    }

    /** Name of the application. */
    public Builder application(String name) {
      application = name;
      return this;
    }

    /** Adds classes with bean annotations. */
    public Builder classes(Class<?>... beans) {
      classes.addAll(Arrays.asList(beans));
      return this;
    }

    /**
     * Adds a jar or folder with beans, and with persistence units where it has a {@code
     * META-INF/persistence.xml}; it must be on the class path too.
     */
    public Builder archive(Path jarOrFolder) {
      archives.add(jarOrFolder);
      return this;
    }

    /**
     * Adds a data source whose connections take part in transactions.
     *
     * @param name name by which beans refer to it
     * @param settings properties of OpenEJB's DataSource, for instance {@code JdbcDriver}, {@code
     *     JdbcUrl}, {@code UserName}, {@code Password}
     */
    public Builder dataSource(String name, Map<String, String> settings) {
      dataSources.put(name, Map.copyOf(settings));
      return this;
    }

    /**
     * Sets a property of OpenEJB's own. A {@code conf/openejb.xml} in the working directory is
     * neither read nor written; {@code openejb.configuration} names one that is to be read.
     */
    public Builder property(String name, String value) {
      properties.setProperty(name, value);
      return this;
    }

    /**
     * Adds classes that clients may send besides those that calls always carry, by beginnings of
     * their names, such as {@code com.shop.}; none for no others. They count for the whole process,
     * and not when {@code tomee.serialization.class.whitelist} or {@code .blacklist} is set. When
     * nobody names any, nearly all classes are taken, and the log warns.
     */
    public Builder remoteClasses(String... beginnings) {
      var all = new ArrayList<>(remoteClasses.orElse(List.of()));
      all.addAll(Arrays.asList(beginnings));
      remoteClasses = Optional.of(all);
      return this;
    }

    /**
     * Adds classes that states may hold besides values of the JDK and the application's own; full
     * names, {@code package.*}, or {@code *} for all.
     */
    public Builder allowedClasses(String... patterns) {
      allowedClasses.addAll(Arrays.asList(patterns));
      return this;
    }

    /**
     * Adds methods that may be executed again when a server fails, as if they were annotated so:
     * {@code bean.method} or {@code bean.beginning*}.
     */
    public Builder idempotentMethods(String... methods) {
      idempotentMethods.addAll(Arrays.asList(methods));
      return this;
    }

    /** Keeps sessions in this JVM only, by the stock container. */
    public Builder withoutReplication() {
      replicated = false;
      return this;
    }

    /**
     * Joins the group by an HA service with these settings; their location is where ejbd listens.
     */
    public Builder ha(HaSettings haSettings) {
      ha = haSettings;
      URI location = URI.create("ejbd://" + haSettings.location());
      return host(location.getHost()).port(location.getPort());
    }

    /**
     * Writes transaction markers by a data source of this node: that in which the beans write their
     * rows. Its table is created where it is missing.
     */
    public Builder markers(String dataSource) {
      markers = dataSource;
      return this;
    }

    /**
     * Looks at the group once this node is a member, before anything that clients could reach
     * starts. An exception thrown there ends the start; the node then leaves the group.
     */
    public Builder checkGroup(Consumer<HaService> inspector) {
      check = inspector;
      return this;
    }

    /**
     * Keeps sessions by this state propagation, which was started elsewhere, instead of joining a
     * group by an HA service: no transaction markers are written, and clients do not learn the
     * other nodes from this one. It is closed with the node.
     */
    public Builder propagation(StatePropagation propagation) {
      return group(new GivenPropagation(propagation));
    }

    Builder group(NodeGroup membership) {
      group = membership;
      return this;
    }

    /**
     * Starts the node; on return it serves clients.
     *
     * @throws IllegalStateException when the port is taken (found before anything else starts), a
     *     setting is wrong, the application cannot be deployed, or another container has taken a
     *     stateful bean; nothing is left running
     * @throws org.g2cl.cmi.core.HaException when the group cannot be joined
     */
    public EmbeddedBusinessNode start() {
      check();
      EjbdServer.requireFree(host, port);
      NodeGroup membership = ha == null ? group : ContainerGroup.of(HaService.start(ha));
      var node = new EmbeddedBusinessNode(URI.create("ejbd://" + host + ":" + port), membership);
      try {
        node.ha().ifPresent(check);
        node.start(this);
        return node;
      } catch (RuntimeException | Error e) { // as of a bean's class that cannot be loaded
        node.close();
        throw e;
      }
    }

    private void check() {
      if (port < 1 || port > 65_535) {
        throw new IllegalStateException(
            "port is %d; set the port that ejbd is to listen on, 1 to 65535".formatted(port));
      }
      if (threads < 1 || threads > EjbdServer.MOST_THREADS) {
        throw new IllegalStateException(
            "threads is %d; set the connections that ejbd serves at the same time, 1 to %d, or leave it out for %d"
                .formatted(threads, EjbdServer.MOST_THREADS, DEFAULT_THREADS));
      }
      if (replicated && group == null && ha == null) {
        throw new IllegalStateException(
            "no group is set; set the settings of the HA service, or ask for no replication");
      }
      refuse(remoteClasses.flatMap(RemoteClassFilter::problemOf));
      if (markers != null && !dataSources.containsKey(markers)) {
        throw new IllegalStateException(
            "markers are to be written by the data source '%s'; the node has %s"
                .formatted(markers, dataSources.keySet()));
      }
    }

    private void useMarkers(NodeGroup membership) {
      if (markers != null && membership instanceof ContainerGroup member) {
        member.useMarkers(new MarkerSources(markers, markers + SETTLING));
      }
    }

    private void addDataSource(
        Properties target, String name, Map<String, String> settings, boolean transactional) {
      target.setProperty(name, "new://Resource?type=DataSource");
      settings.forEach((key, value) -> target.setProperty(name + "." + key, value));
      target.setProperty(name + ".JtaManaged", Boolean.toString(transactional));
    }

    private Properties serverProperties() {
      var all = new Properties();
      all.setProperty("openejb.log.factory", "slf4j");
      all.setProperty("openejb.nobanner", "true");
      all.setProperty("openejb.deployments.classpath", "false");
      all.setProperty("openejb.system.apps", "false");
      all.setProperty("openejb.jmx.active", "false");
      if (System.getProperty(CONFIGURATION) == null) {
        // OpenEJB would read, or write, conf/openejb.xml in the working directory, and put the
        // beans into the container that is there.
        all.setProperty(
            CONFIGURATION, EmbeddedBusinessNode.class.getResource("openejb.xml").toString());
      }
      if (replicated) {
        all.setProperty(
            CONTAINER,
            "new://Container?type=STATEFUL&class-name="
                + ReplicatedStatefulContainerFactory.class.getName()
                + "&factory-name=create");
        all.setProperty(CONTAINER + "." + ClassAllowList.SETTING, String.join(",", allowedClasses));
        all.setProperty(
            CONTAINER + "." + IdempotentMethods.SETTING, String.join(",", idempotentMethods));
      }
      dataSources.forEach((name, settings) -> addDataSource(all, name, settings, true));
      if (markers != null) {
        addDataSource(all, markers + SETTLING, dataSources.get(markers), false);
        all.setProperty(markers + SETTLING + ".InitialSize", "0");
        all.setProperty(markers + SETTLING + ".MaxTotal", "4");
      }
      all.putAll(properties);
      return all;
    }
  }
}
