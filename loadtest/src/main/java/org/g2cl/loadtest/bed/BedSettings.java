package org.g2cl.loadtest.bed;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Settings of a bed.
 *
 * @param directory directory for logs, state and data
 * @param binaries directory that keeps the unpacked PostgreSQL from run to run
 * @param businessNodes business nodes at the start
 * @param webNodes web nodes
 * @param httpPort port of Apache httpd; 0 for a free one
 * @param database a database to use, or empty for the embedded PostgreSQL
 * @param replication whether sessions are replicated
 * @param backups copies besides the owner's
 * @param businessHeap heap of a business node in MB
 * @param webHeap heap of a web node in MB
 * @param startTimeout longest time for one part to be ready
 * @param nodeClass main class of the nodes: {@code node …} and {@code web …} are its commands
 * @param businessArguments further arguments of every business node
 * @param businessJars folder whose jars replace those of the same artifact on the business nodes'
 *     class path
 */
public record BedSettings(
    Path directory,
    Path binaries,
    int businessNodes,
    int webNodes,
    int httpPort,
    Optional<DatabaseAccess> database,
    boolean replication,
    int backups,
    int businessHeap,
    int webHeap,
    Duration startTimeout,
    String nodeClass,
    List<String> businessArguments,
    Optional<Path> businessJars) {
  private static final int OUTSIDE_HEAP = 130;
  private static final int OTHERS = 400;

  /** Copies the list. */
  public BedSettings {
    businessArguments = List.copyOf(businessArguments);
  }

  /** Settings whose business nodes get no further arguments and jars. */
  public BedSettings(
      Path directory,
      Path binaries,
      int businessNodes,
      int webNodes,
      int httpPort,
      Optional<DatabaseAccess> database,
      boolean replication,
      int backups,
      int businessHeap,
      int webHeap,
      Duration startTimeout,
      String nodeClass) {
    this(
        directory,
        binaries,
        businessNodes,
        webNodes,
        httpPort,
        database,
        replication,
        backups,
        businessHeap,
        webHeap,
        startTimeout,
        nodeClass,
        List.of(),
        Optional.empty());
  }

  /** Memory that the bed needs at its largest, in MB. */
  public int memory() {
    return (businessNodes + 1) * (businessHeap + OUTSIDE_HEAP)
        + webNodes * (webHeap + OUTSIDE_HEAP)
        + OTHERS;
  }
}
