package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Description of a bed: how many nodes of each tier, what each of them gets, and where they run.
 *
 * <p>Immutable; built by {@link #builder}, in which everything but the directories and the nodes'
 * main class has a default.
 *
 * @param directory directory for logs, state and data
 * @param binaries directory that keeps the unpacked PostgreSQL from run to run
 * @param where what the nodes run on
 * @param businessNodes business nodes at the start
 * @param business what a business node gets
 * @param webNodes web nodes; 0 for none, and then no httpd either
 * @param web what a web node gets
 * @param httpPort port of Apache httpd; 0 for a free one
 * @param database a database to use, or empty for the embedded PostgreSQL
 * @param replication whether sessions are replicated
 * @param backups copies besides the owner's
 * @param startTimeout longest time for one part to be ready
 * @param former build that business nodes run until they are exchanged; empty: this one
 * @param nodeClass main class of the nodes: {@code node …} and {@code web …} are its commands
 */
public record BedSettings(
    Path directory,
    Path binaries,
    Where where,
    int businessNodes,
    NodeShape business,
    int webNodes,
    NodeShape web,
    int httpPort,
    Optional<DatabaseAccess> database,
    boolean replication,
    int backups,
    Duration startTimeout,
    Optional<Build> former,
    String nodeClass) {
  private static final int OUTSIDE_HEAP = 130;
  private static final int OTHERS = 400;

  /** Checks that everything without a default is there. */
  public BedSettings {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(binaries, "binaries");
    Objects.requireNonNull(nodeClass, "nodeClass");
  }

  /**
   * Builder of a bed with six business and two web nodes on loopback.
   *
   * @param directory directory for logs, state and data
   * @param binaries directory that keeps the unpacked PostgreSQL from run to run
   * @param nodeClass main class of the nodes
   */
  public static Builder builder(Path directory, Path binaries, String nodeClass) {
    return new Builder(directory, binaries, nodeClass);
  }

  /** The same in another directory, to be changed. */
  public Builder in(Path otherDirectory) {
    return builder(otherDirectory, binaries, nodeClass)
        .where(where)
        .business(businessNodes, business)
        .web(webNodes, web)
        .httpPort(httpPort)
        .database(database.orElse(null))
        .replication(replication, backups)
        .startTimeout(startTimeout)
        .former(former.orElse(null));
  }

  /**
   * Where the nodes run, on remote hosts by which build, how many there are, what each gets, and by
   * what they reach each other and the database, by name; without passwords.
   */
  public Map<String, String> described() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("where", where.word());
    if (where instanceof Where.Remote remote) {
      values.put("remote home", remote.home().toString());
    }
    values.put("business nodes", "" + businessNodes);
    values.put("web nodes", "" + webNodes);
    values.put("each business node", business.described());
    values.put("each web node", web.described());
    values.put("database", database.map(DatabaseAccess::toString).orElse("embedded"));
    values.put("settings of the environment", inherited().toString());
    return values;
  }

  private Map<String, String> inherited() {
    return where.isThisMachine()
        ? InheritedSettings.shown(System.getenv())
        : InheritedSettings.forwarded(System.getenv());
  }

  /** Whether nodes may use so much processor time and no more. */
  boolean isLimited() {
    return business.share().isLimited() || (webNodes > 0 && web.share().isLimited());
  }

  /** Memory that the bed needs at its largest on this machine, in MB. */
  public int memory() {
    return where.isThisMachine()
        ? (businessNodes + 1) * (business.heap() + OUTSIDE_HEAP)
            + webNodes * (web.heap() + OUTSIDE_HEAP)
            + OTHERS
        : OTHERS;
  }

  /** Builder of {@link BedSettings}; not thread-safe. */
  public static final class Builder {
    private final Path directory;
    private final Path binaries;
    private final String nodeClass;
    private Where where = Where.loopback();
    private int businessNodes = 6;
    private NodeShape business = NodeShape.ofHeap(128);
    private int webNodes = 2;
    private NodeShape web = NodeShape.ofHeap(128);
    private int httpPort;
    private DatabaseAccess database;
    private boolean replication = true;
    private int backups = 1;
    private Duration startTimeout = Duration.ofSeconds(90);
    private Build former;

    private Builder(Path directory, Path binaries, String nodeClass) {
      this.directory = directory;
      this.binaries = binaries;
      this.nodeClass = nodeClass;
    }

    /** What the nodes run on; loopback by default. */
    public Builder where(Where place) {
      where = place;
      return this;
    }

    /** Business nodes, and what each of them gets. */
    public Builder business(int count, NodeShape shape) {
      businessNodes = count;
      business = shape;
      return this;
    }

    /** Web nodes, and what each of them gets; without any there is no httpd either. */
    public Builder web(int count, NodeShape shape) {
      webNodes = count;
      web = shape;
      return this;
    }

    /** Port of httpd on 127.0.0.1; 0, the default, for a free one. */
    public Builder httpPort(int port) {
      httpPort = port;
      return this;
    }

    /** Database to use; null, the default, for the embedded PostgreSQL. */
    public Builder database(DatabaseAccess access) {
      database = access;
      return this;
    }

    /** Whether sessions are replicated, and how many copies there are besides the owner's. */
    public Builder replication(boolean on, int copies) {
      replication = on;
      backups = copies;
      return this;
    }

    /** Longest time for one part to be ready; 90 s by default. */
    public Builder startTimeout(Duration timeout) {
      startTimeout = timeout;
      return this;
    }

    /** Build that business nodes run until they are exchanged; null, the default, for this one. */
    public Builder former(Build build) {
      former = build;
      return this;
    }

    /** The description. */
    public BedSettings build() {
      return new BedSettings(
          directory,
          binaries,
          where,
          businessNodes,
          business,
          webNodes,
          web,
          httpPort,
          Optional.ofNullable(database),
          replication,
          backups,
          startTimeout,
          Optional.ofNullable(former),
          nodeClass);
    }
  }
}
