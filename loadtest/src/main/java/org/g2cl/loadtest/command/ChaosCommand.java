package org.g2cl.loadtest.command;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Build;
import org.g2cl.loadtest.bed.DatabaseAccess;
import org.g2cl.loadtest.bed.Namespaces;
import org.g2cl.loadtest.bed.Network;
import org.g2cl.loadtest.bed.NodeShape;
import org.g2cl.loadtest.bed.TestBed;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Where;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.booked.BookedCartBean;
import org.g2cl.loadtest.chaos.Chaos;
import org.g2cl.loadtest.chaos.ChaosFiles;
import org.g2cl.loadtest.chaos.ChaosReport;
import org.g2cl.loadtest.chaos.ChaosSettings;
import org.g2cl.loadtest.chaos.ChaosSummary;
import org.g2cl.loadtest.chaos.FaultKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha chaos}: faults on real processes while clients record every call. */
@Command(
    name = "chaos",
    description = {
      "Do faults to real processes while clients record every call, and check what was promised.",
      "Business nodes run in network namespaces of their own where this machine allows it, else on"
          + " 127.0.0.1 and without faults of the network. Nodes are killed, halted, cut off,"
          + " slowed and restarted; after each fault all must become whole within 30 s; in the"
          + " end the history, the carts and the orders must agree."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:every promise was kept",
      "1:a promise was not kept; history and logs are kept",
      "2:wrong usage",
      "3:a tool or memory is missing, or a run has the directory already",
      "4:the bed did not start, or did not become whole again",
      "130:interrupted"
    },
    footer = {"", "Results: DIR/chaos.html, DIR/chaos.json, DIR/history.tsv, DIR/logs."})
final class ChaosCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "How long faults are done.")
  private double minutes;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Do N faults, of kind kill if --faults says nothing else, each as soon as all is whole"
              + " again, in place of --minutes and --every; for the times of failovers.")
  private int kills;

  @Option(
      names = "--seed",
      paramLabel = "S",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Chooses the faults; the same seed makes the same ones (default: by chance).")
  private Long seed;

  @Option(names = "--nodes", paramLabel = "N", defaultValue = "5", description = "Business nodes.")
  private int nodes;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies besides the owner's that each call waits for.")
  private int backups;

  @Option(
      names = "--clients",
      paramLabel = "C",
      defaultValue = "8",
      description = "Clients, each calling one cart after the other.")
  private int clients;

  @Option(
      names = "--pause",
      paramLabel = "MS",
      defaultValue = "40",
      description = "Mean pause of a client between two calls.")
  private int pause;

  @Option(
      names = "--every",
      paramLabel = "SECONDS",
      defaultValue = "20",
      description =
          "Mean time from one fault to the next as planned. A fault begins later when ten seconds"
              + " since the healing of the one before have not passed by then, the last three of"
              + " them whole (after kills and restarts: whole for 1 s); with all kinds that makes"
              + " one every 30 s or so.")
  private int every;

  @Option(
      names = "--faults",
      paramLabel = "KIND",
      split = ",",
      description =
          "Kinds of faults, with commas between: kill, coordinator, pause, halves, isolated,"
              + " silent, one-way, bridge, slow, rolling, all-but-one; upgrade with --upgrade-from"
              + " (default: all that can be done here; with --upgrade-from: upgrade, kill).")
  private List<String> kinds = List.of();

  @Option(
      names = "--upgrade-from",
      paramLabel = "DIR",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "Another checkout of this project, built. The nodes start with its build; faults of kind"
              + " upgrade exchange one after the other for a node of this build, then back.")
  private Path former;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "96",
      description = "Heap of a business node.")
  private int heap;

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "Longest time for one node to be ready; after a fault several start at a time.")
  private int startTimeout;

  @Option(
      names = "--set",
      paramLabel = "g2cl.NAME=VALUE",
      description = "Settings of the nodes, for instance g2cl.partition=strict.")
  private Map<String, String> settings = Map.of();

  @Option(
      names = "--jdbc-url",
      paramLabel = "URL",
      defaultValue = "${env:HA_JDBC_URL}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description =
          "PostgreSQL to use (default: HA_JDBC_URL of the environment); without one an embedded one"
              + " is started.")
  private String jdbcUrl;

  @Option(
      names = "--db-user",
      paramLabel = "USER",
      defaultValue = "",
      description = "User for --jdbc-url.")
  private String dbUser;

  @Option(
      names = "--db-password",
      paramLabel = "PASSWORD",
      defaultValue = "${env:HA_DB_PASSWORD:-}",
      showDefaultValue = CommandLine.Help.Visibility.NEVER,
      description = "Password for --jdbc-url (default: HA_DB_PASSWORD of the environment).")
  private String dbPassword;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:ha.root:-.}/target/chaos",
      description = "Directory for report, history and logs.")
  private Path out;

  private final String nodeClass;

  ChaosCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    List<FaultKind> chosen = chosen();
    Optional<Build> formerBuild = Optional.ofNullable(former).map(Build::in);
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    Optional<String> obstacle = Namespaces.obstacle();
    obstacle.ifPresent(
        reason ->
            terminal.say(
                "Without network namespaces ("
                    + reason
                    + "): all nodes on 127.0.0.1, and no faults of the network"));
    List<FaultKind> possible =
        chosen.stream().filter(kind -> obstacle.isEmpty() || !kind.needsNetwork()).toList();
    if (possible.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "--faults: none of " + kinds + " can be done without network namespaces");
    }
    Where where = obstacle.isEmpty() ? Where.namespaces() : Where.loopback();
    requireDatabaseInReach(where);
    try (Workspace workspace = Workspace.take(out)) {
      workspace
          .leftovers()
          .forEach(
              name -> terminal.say("Ended " + name + ", left over from a run that was killed"));
      return run(terminal, where, possible, formerBuild);
    }
  }

  void requireDatabaseInReach(Where where) {
    if (where.isApart() && jdbcUrl != null) {
      throw new ParameterException(spec.commandLine(), OutOfReach.database(spec, jdbcUrl));
    }
  }

  private void check() {
    Checks.range(spec, "--minutes", (long) Math.ceil(minutes), 1, 24 * 60);
    Checks.range(spec, "--kills", kills, 0, 10_000);
    Checks.range(spec, "--nodes", nodes, 3, 30);
    Checks.range(spec, "--backups", backups, 1, nodes - 1);
    Checks.range(spec, "--clients", clients, 1, 200);
    Checks.range(spec, "--pause", pause, 1, 60_000);
    Checks.range(spec, "--every", every, 5, 3_600);
    Checks.range(spec, "--heap", heap, 64, 16_384);
    Checks.range(spec, "--start-timeout", startTimeout, 5, 3_600);
    Checks.database(spec, jdbcUrl, "without one an embedded PostgreSQL is started");
    GivenSettings.check(spec, settings, backups);
  }

  private List<FaultKind> chosen() {
    if (kinds.isEmpty()) {
      return usual();
    }
    List<FaultKind> given = kinds.stream().map(this::kind).toList();
    if (given.contains(FaultKind.UPGRADE) != (former != null)) {
      throw new ParameterException(
          spec.commandLine(),
          former == null
              ? "--faults upgrade needs another build: name its checkout with --upgrade-from"
              : "--upgrade-from %s would count for nothing: add upgrade to --faults"
                  .formatted(former));
    }
    return given;
  }

  private List<FaultKind> usual() {
    if (former != null) {
      return List.of(FaultKind.UPGRADE, FaultKind.KILL);
    }
    return kills > 0
        ? List.of(FaultKind.KILL)
        : Arrays.stream(FaultKind.values()).filter(kind -> kind != FaultKind.UPGRADE).toList();
  }

  private FaultKind kind(String name) {
    return Arrays.stream(FaultKind.values())
        .filter(kind -> kind.option().equals(name.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--faults "
                        + name
                        + " is no kind of fault; there are "
                        + Arrays.stream(FaultKind.values())
                            .map(FaultKind::option)
                            .collect(Collectors.joining(", "))));
  }

  private int run(
      Terminal terminal, Where where, List<FaultKind> possible, Optional<Build> formerBuild)
      throws InterruptedException {
    sayWhatStarts(terminal, where);
    formerBuild.ifPresent(
        build ->
            terminal.say(
                "Nodes start with the build of %s, %s; this one is %s"
                    .formatted(ShownPath.of(former), build.version(), Versions.project())));
    BedSettings bedSettings = bed(where, formerBuild);
    Tools.requireMemory(bedSettings.memory(), "start fewer nodes with --nodes");
    TestBed bed = new TestBed(bedSettings, Tools.none(), terminal::say);
    InterruptGuard guard = InterruptGuard.of(terminal, bed::abort, () -> "");
    try (bed) {
      bed.start();
      ClientLog.toFile(bedSettings.directory().resolve("logs").resolve("clients.log"));
      ChaosSettings chaos =
          chaos(
              bedSettings.directory(),
              able(terminal, bed, possible),
              formerBuild.map(Build::version));
      terminal.say(
          "%d clients shop on %d nodes; %s, seed %d"
              .formatted(
                  clients,
                  nodes,
                  kills > 0
                      ? kills + " faults"
                      : String.format(Locale.ROOT, "faults for %.1f minutes", minutes),
                  chaos.seed()));
      ChaosReport report = new Chaos(chaos, bed, terminal::say).run();
      terminal.say("Stopping all nodes and the database");
      bed.close();
      return tell(terminal, report, chaos);
    } catch (RuntimeException e) {
      guard.awaitEndIfInterrupted();
      keep(terminal, e);
      throw e;
    } finally {
      guard.close();
    }
  }

  private void sayWhatStarts(Terminal terminal, Where where) {
    String place = where.equals(Where.namespaces()) ? "network namespaces" : "loopback";
    terminal.say(
        "%d business nodes and a database, on %s; backups %d".formatted(nodes, place, backups));
  }

  /** Copies what there is; that the disk is full must not hide why the run has failed. */
  private void keep(Terminal terminal, RuntimeException failure) {
    try {
      terminal.say("Logs: " + ShownPath.of(new ChaosFiles(out).keep("failed-" + stamp())));
    } catch (UncheckedIOException e) {
      failure.addSuppressed(e);
      terminal.say(
          "Logs: %s, until the next run; they cannot be copied: %s"
              .formatted(ShownPath.of(out.resolve("logs")), e.getCause()));
    }
  }

  /** Leaves out what the kernel cannot do, and says so. */
  private static List<FaultKind> able(Terminal terminal, TestBed bed, List<FaultKind> possible) {
    if (bed.network().isEmpty()) {
      return possible;
    }
    Network network = bed.network().get();
    if (!network.abilities().contains(Network.Ability.DELAY)) {
      terminal.say("The kernel has no netem: links are slowed but lose and delay nothing");
    }
    boolean rate = network.abilities().contains(Network.Ability.RATE);
    if (!rate) {
      terminal.say("The kernel has no tbf: no slow links");
    }
    return possible.stream().filter(kind -> rate || kind != FaultKind.SLOW).toList();
  }

  private BedSettings bed(Where where, Optional<Build> formerBuild) {
    NodeShape shape =
        NodeShape.ofHeap(heap).withJvmOptions(List.of("-D" + BookedCartBean.SWITCH + "=true"));
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      shape = shape.with(setting.getKey(), setting.getValue());
    }
    Path directory = out.toAbsolutePath().normalize();
    return BedSettings.builder(
            directory, directory.resolveSibling("embedded-postgresql"), nodeClass)
        .where(where)
        .business(nodes, shape)
        .web(0, NodeShape.ofHeap(heap))
        .database(jdbcUrl == null ? null : new DatabaseAccess(jdbcUrl, dbUser, dbPassword))
        .replication(true, backups)
        .startTimeout(Duration.ofSeconds(startTimeout))
        .former(formerBuild.orElse(null))
        .build();
  }

  private ChaosSettings chaos(
      Path directory, List<FaultKind> possible, Optional<String> formerVersion) {
    return new ChaosSettings(
        directory,
        Duration.ofMillis(Math.round(minutes * 60_000)),
        kills,
        seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed,
        nodes,
        backups,
        clients,
        Duration.ofMillis(pause),
        Duration.ofSeconds(every),
        possible,
        Versions.project(),
        formerVersion);
  }

  private static String stamp() {
    return STAMP.format(LocalDateTime.now(ZoneId.systemDefault()));
  }

  private int tell(Terminal terminal, ChaosReport report, ChaosSettings chaos) {
    new ChaosSummary(report, chaos.directory()).tell(terminal::line, ShownPath::of);
    ChaosFiles files = new ChaosFiles(chaos.directory());
    if (report.isKept()) {
      return ExitCodes.OK;
    }
    terminal.line(
        "  kept in   " + ShownPath.of(files.keep("failed-" + stamp() + "-seed-" + chaos.seed())));
    return ExitCodes.HARM;
  }
}
