package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.DatabaseAccess;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.Where;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Options of {@code ./ha demo}. */
final class DemoOptions {
  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "Concurrent clients, each an ab process with a cart of its own.")
  int clients;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Requests of the run, all clients together; 0: as many as fill --duration, at least 5000.")
  long requests;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Length that the run is calibrated for.")
  int duration;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description =
          "Longest warm-up, which is not in the figures but in the audit; it ends when none of three"
              + " rounds in a row was 5 percent faster than the fastest before.")
  int warmUp;

  @Option(
      names = "--replication",
      paramLabel = "on|off",
      defaultValue = "on",
      description =
          "off: stock container, no kill (it would lose carts); to compare response times.")
  Switch replication;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies besides the owner's that each call waits for.")
  int backups;

  @Option(
      names = "--business-nodes",
      paramLabel = "N",
      defaultValue = "6",
      description = "Business nodes at the start.")
  int businessNodes;

  @Option(names = "--web-nodes", paramLabel = "N", defaultValue = "2", description = "Web nodes.")
  int webNodes;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Heap of a business node.")
  int heap;

  @Option(
      names = "--web-heap",
      paramLabel = "MB",
      defaultValue = "128",
      description = "Heap of a web node.")
  int webHeap;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port of the shop on 127.0.0.1; 0 picks a free one.")
  int httpPort;

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      defaultValue = "${env:HA_JDBC_URL}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "PostgreSQL to use (default: HA_JDBC_URL of the environment); without one an embedded one is started.")
  String jdbcUrl;

  @Option(
      names = "--db-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User for --jdbc-url.")
  String dbUser;

  @Option(
      names = "--db-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:HA_DB_PASSWORD:-}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Password for --jdbc-url (default: HA_DB_PASSWORD of the environment).")
  String dbPassword;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.out:-target/demo}",
      description =
          "Directory for report, logs and data; what an earlier demo left there is replaced.")
  Path out;

  @Option(
      names = "--where",
      paramLabel = "PLACE",
      defaultValue = "loopback",
      description =
          "What nodes run on: loopback; namespaces (network namespaces with addresses of their own);"
              + " or remote hosts with commas between, each [user@]host[:ssh-port][=address], with --jdbc-url.")
  String where;

  @Option(
      names = "--remote-home",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.root:-.}",
      description = "Directory of the built project on remote hosts.")
  Path remoteHome;

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "90",
      description = "Longest time for one node to be ready.")
  int startTimeout;

  boolean replicates() {
    return replication == Switch.ON;
  }

  void check(CommandSpec spec) {
    Checks.range(spec, "--clients", clients, 1, 200);
    Checks.range(spec, "--requests", requests, 0, 100_000_000);
    Checks.range(spec, "--duration", duration, 1, 86_400);
    Checks.range(spec, "--warm-up", warmUp, 1, 3_600);
    Checks.range(spec, "--backups", backups, 0, 15);
    Checks.range(spec, "--business-nodes", businessNodes, 2, 30);
    Checks.range(spec, "--web-nodes", webNodes, 1, 10);
    Checks.range(spec, "--heap", heap, 48, 16_384);
    Checks.range(spec, "--web-heap", webHeap, 48, 16_384);
    Checks.range(spec, "--start-timeout", startTimeout, 5, 3_600);
    Checks.port(spec, "--http-port", httpPort, 0);
    if (replicates() && backups >= businessNodes) {
      throw new ParameterException(
          spec.commandLine(),
          "--backups %d needs more than the %d --business-nodes: a copy is never on its owner's node; give --backups 0 to %d, or more --business-nodes"
              .formatted(backups, businessNodes, businessNodes - 1));
    }
  }

  BedSettings bed(Path directory, boolean replicated, String nodeClass) {
    return BedSettings.builder(
            directory.toAbsolutePath().normalize(),
            out.toAbsolutePath().normalize().resolveSibling("embedded-postgresql"),
            nodeClass)
        .where(Where.parse(where, remoteHome))
        .business(businessNodes, NodeShape.ofHeap(heap))
        .web(webNodes, NodeShape.ofHeap(webHeap))
        .httpPort(httpPort)
        .database(
            Optional.ofNullable(jdbcUrl).map(url -> new DatabaseAccess(url, dbUser, dbPassword)))
        .replication(replicated, backups)
        .startTimeout(Duration.ofSeconds(startTimeout))
        .build();
  }
}
