package org.g2cl.cmi.tomee;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
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
  private final List<AutoCloseable> parts = new ArrayList<>();

  private EmbeddedBusinessNode(URI location) {
    this.location = location;
  }

  /** Builder in which every setting but the port has a default. */
  public static Builder builder() {
    return new Builder();
  }

  /** Location of this node for clients, for instance {@code ejbd://127.0.0.1:4201}. */
  public URI location() {
    return location;
  }

  /**
   * Stops in the order that lets clients go on elsewhere: takes no new requests, lets those that
   * run end, hands the sessions over, leaves the group, and stops OpenEJB. Closing twice is
   * harmless.
   */
  @Override
  public void close() {
    List<AutoCloseable> closing;
    synchronized (parts) {
      closing = List.copyOf(parts);
      parts.clear();
    }
    for (AutoCloseable part : closing) {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{}: stopping the node met a failure", location, e);
      }
    }
  }

  /** Parts are closed in the order opposite to the one in which they are given here. */
  private <T extends AutoCloseable> T owning(T part) {
    synchronized (parts) {
      parts.add(0, part);
    }
    return part;
  }

  /** Builder of a node; not thread-safe. */
  public static final class Builder {
    private static final int DEFAULT_THREADS = 256;
    private static final String CONTAINER = "ReplicatedStateful";

    private final List<Class<?>> classes = new ArrayList<>();
    private final List<Path> archives = new ArrayList<>();
    private final Properties properties = new Properties();
    private final List<String> allowedClasses = new ArrayList<>();
    private String host = "127.0.0.1";
    private int port = -1;
    private int threads = DEFAULT_THREADS;
    private String application = "business";
    private NodeGroup group;
    private boolean replicated = true;

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

    /** Adds a jar or folder with beans; it must be on the class path too. */
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
      properties.setProperty(name, "new://Resource?type=DataSource");
      properties.setProperty(name + ".JtaManaged", "true");
      settings.forEach((key, value) -> properties.setProperty(name + "." + key, value));
      return this;
    }

    /** Sets a property of OpenEJB's own. */
    public Builder property(String name, String value) {
      properties.setProperty(name, value);
      return this;
    }

    /**
     * Adds classes that states may hold besides values of the JDK and the application's own; full
     * names, or prefixes that end in {@code .*}.
     */
    public Builder allowedClasses(String... patterns) {
      allowedClasses.addAll(Arrays.asList(patterns));
      return this;
    }

    /** Keeps sessions in this JVM only, by the stock container. */
    public Builder withoutReplication() {
      replicated = false;
      return this;
    }

    Builder group(NodeGroup membership) {
      group = membership;
      return this;
    }

    /**
     * Starts the node; on return it serves clients.
     *
     * @throws IllegalStateException when the port is taken (found before anything else starts), a
     *     setting is wrong, or the application cannot be deployed; nothing is left running
     */
    public EmbeddedBusinessNode start() {
      check();
      EjbdServer.requireFree(host, port);
      var node = new EmbeddedBusinessNode(URI.create("ejbd://" + host + ":" + port));
      try {
        start(node);
        return node;
      } catch (RuntimeException e) {
        node.close();
        throw e;
      }
    }

    private void start(EmbeddedBusinessNode node) {
      node.owning(EmbeddedServer.start(serverProperties(), replicated ? group : null))
          .deploy(application, classes, archives);
      if (group != null) {
        node.owning(group);
      }
      var agent = new ViewDiscoveryAgent(location -> {});
      EjbdServer ejbd = node.owning(EjbdServer.create(host, port, threads, agent));
      if (group != null) {
        group.addLocationListener(agent::update);
      }
      ejbd.start();
      if (group != null) {
        group.announce(node.location);
        node.owning(group::withdraw);
      }
    }

    private void check() {
      if (port < 1 || port > 65_535) {
        throw new IllegalStateException(
            "port is %d; set the port that ejbd is to listen on, 1 to 65535".formatted(port));
      }
      if (replicated && group == null) {
        throw new IllegalStateException(
            "no group is set; set the settings of the HA service, or ask for no replication");
      }
    }

    private Properties serverProperties() {
      var all = new Properties();
      all.setProperty("openejb.log.factory", "slf4j");
      all.setProperty("openejb.nobanner", "true");
      all.setProperty("openejb.deployments.classpath", "false");
      all.setProperty("openejb.system.apps", "false");
      all.setProperty("openejb.jmx.active", "false");
      if (replicated) {
        all.setProperty(
            CONTAINER,
            "new://Container?type=STATEFUL&class-name="
                + ReplicatedStatefulContainerFactory.class.getName()
                + "&factory-name=create");
        all.setProperty(CONTAINER + "." + ClassAllowList.SETTING, String.join(",", allowedClasses));
      }
      all.putAll(properties);
      return all;
    }
  }
}
