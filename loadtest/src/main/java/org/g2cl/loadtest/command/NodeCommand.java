package org.g2cl.loadtest.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.node.CopiesServer;
import org.g2cl.loadtest.node.NodeSettings;
import org.g2cl.loadtest.node.ParentWatch;
import org.g2cl.loadtest.node.RunningNode;
import org.g2cl.loadtest.node.Starters;
import org.g2cl.loadtest.node.StatusServer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha node}: one business node in this process. */
@Command(
    name = "node",
    description = {
      "Run one business node: the shopping cart's beans, in a group with others.",
      "It prints READY when it has joined and serves. Ctrl-C or SIGTERM: it hands its sessions"
          + " over, leaves the group and ends."
    },
    footer = {
      "",
      "Example, two nodes in two terminals:",
      "  ./ha node --port 4201 --group-port 7801 \\",
      "    --jdbc-url jdbc:postgresql://127.0.0.1/shop --db-user me",
      "  ./ha node --port 4202 --group-port 7802 --peers 127.0.0.1:7801 \\",
      "    --jdbc-url jdbc:postgresql://127.0.0.1/shop --db-user me"
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "130:left the group and ended by Ctrl-C (143 by SIGTERM)",
      "2:wrong usage",
      "3:a port is taken, the address is none of this machine, no peer answers, or the database"
          + " cannot be reached",
      "4:the node could not start"
    })
final class NodeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "${env:HA_HOST:-127.0.0.1}",
      description =
          "Address of this machine that all sockets are bound to (or HA_HOST in the environment)."
              + " On others than loopback set G2CL_SECRET or G2CL_SECRET_FILE in the environment,"
              + " the same on all nodes; without, a node starts there only by --set"
              + " g2cl.unprotected=true.")
  private String host;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "4201",
      description = "Port of the beans (ejbd protocol).")
  private int port;

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "${env:G2CL_GROUP:-cmi-g2cl}",
      description =
          "Name of the group (or G2CL_GROUP in the environment); nodes of one group replicate to"
              + " each other.")
  private String group;

  @Option(
      names = "--group-port",
      paramLabel = "PORT",
      defaultValue = "${env:G2CL_BIND_PORT:-0}",
      description = "Port of the group communication (or G2CL_BIND_PORT); 0 takes a free one.")
  private int groupPort;

  @Option(
      names = "--peers",
      paramLabel = "HOST:PORT",
      split = ",",
      description =
          "Group addresses of nodes to join, with commas between; without it this node begins a new"
              + " group. G2CL_PEERS or --set g2cl.peers goes before it.")
  private List<String> peers = List.of();

  @Option(
      names = "--join-timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "Longest wait for one of --peers to be in the group, before the node gives up.")
  private int joinTimeout;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      defaultValue = "${env:HA_NAME:-}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Name in logs and status (default: HA_NAME, or node-PORT).")
  private String name;

  @Option(
      names = "--replication",
      paramLabel = "on|off",
      defaultValue = "on",
      description = "Replicate sessions; off runs the stock container, alone.")
  private Switch replication;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "${env:G2CL_BACKUPS:-1}",
      description = "Copies besides the owner's that each call waits for (or G2CL_BACKUPS).")
  private int backups;

  @Option(
      names = "--status-port",
      paramLabel = "PORT",
      defaultValue = "${env:G2CL_STATUS_PORT:-0}",
      description =
          "Port that ./ha status asks, and of the node's page and figures (or G2CL_STATUS_PORT); 0"
              + " takes a free one.")
  private int statusPort;

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      defaultValue = "${env:HA_JDBC_URL}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Needed: PostgreSQL of the shop; its tables are made when missing (default: HA_JDBC_URL of"
              + " the environment, which no list of processes shows).")
  private String jdbcUrl;

  @Option(
      names = "--db-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "Database user.")
  private String dbUser;

  @Option(
      names = "--db-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:HA_DB_PASSWORD:-}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Database password (default: HA_DB_PASSWORD of the environment, which no list of"
              + " processes shows).")
  private String dbPassword;

  @Option(
      names = "--set",
      paramLabel = "g2cl.NAME=VALUE",
      description =
          "Further settings of the HA service, see docs/reference/settings.md; {name} becomes the"
              + " node's name, and the environment's G2CL_… count too.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--copies-port",
      hidden = true,
      description = "Port at which tools read the copies that it holds; 0 for none.")
  private int copiesPort;

  @Option(
      names = "--exit-with-parent",
      hidden = true,
      description = "End when standard input ends.")
  private boolean exitWithParent;

  private final Starters.Business starter;

  NodeCommand(Starters.Business starter) {
    this.starter = starter;
  }

  @Override
  public Integer call() throws InterruptedException {
    Checks.port(spec, "--port", port, 1);
    Checks.port(spec, "--group-port", groupPort, 0);
    Checks.port(spec, "--status-port", statusPort, 0);
    Checks.range(spec, "--join-timeout", joinTimeout, 1, 3_600);
    Checks.range(spec, "--backups", backups, 0, 15);
    GivenSettings.checkSystem(spec);
    GivenSettings.check(spec, settings, backups);
    peers.forEach(peer -> Checks.address(spec, "--peers", peer));
    if (jdbcUrl == null || jdbcUrl.isBlank()) { // here, so that a mistyped option is told first
      throw new ParameterException(
          spec.commandLine(),
          "Missing required option: '--jdbc-url=URL', or HA_JDBC_URL in the environment");
    }
    Checks.database(spec, jdbcUrl, "give all nodes of the group the same");
    OwnAddress address = OwnAddress.of(host);
    address.requireFree("--status-port", statusPort); // one that comes and goes makes two views
    if (exitWithParent) {
      ParentWatch.start();
    }
    String label = name == null || name.isEmpty() ? "node-" + port : name;
    NodeSettings node =
        new NodeSettings(
            label,
            host,
            port,
            group,
            groupPort,
            peers,
            Duration.ofSeconds(joinTimeout),
            replication == Switch.ON,
            backups,
            jdbcUrl,
            dbUser,
            dbPassword,
            GivenSettings.all(settings, label));
    try (Departure departure = Departure.of(label, spec.commandLine().getOut())) {
      serve(label, address, departure.start(starter, node), departure);
    }
    return ExitCodes.OK;
  }

  private void serve(String label, OwnAddress address, RunningNode node, Departure departure)
      throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    startCopies(node);
    try (StatusServer status = startStatus(address, node)) {
      out.printf("READY %s port=%d group=%s status-port=%d%n", label, port, group, status.port());
      out.flush();
      departure.await();
    }
  }

  private void startCopies(RunningNode node) {
    if (copiesPort == 0 || node.ha().isEmpty()) {
      return;
    }
    try {
      CopiesServer.start(host, copiesPort, node.ha().get());
    } catch (IOException e) {
      node.close();
      throw BedException.environment("--copies-port " + copiesPort + " is taken", e);
    }
  }

  private StatusServer startStatus(OwnAddress address, RunningNode node) {
    try {
      return StatusServer.start(host, statusPort, node);
    } catch (IOException e) {
      node.close();
      throw address.taken("--status-port", statusPort, e);
    }
  }
}
