package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.TimeLeft;
import org.g2cl.loadtest.paper.Contender;
import org.g2cl.loadtest.paper.PaperBeds;
import org.g2cl.loadtest.paper.PaperReport;
import org.g2cl.loadtest.paper.PaperRuns;
import org.g2cl.loadtest.paper.PaperSettings;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest paper}: the paper's experiment. */
@Command(
    name = "paper",
    description = {
      "Repeat section 4.3 of the G2CL paper and draw its figure 1: response time of a shopping cart by"
          + " number of clients, on six business nodes, two web nodes, Apache httpd and PostgreSQL.",
      "Systems: none (state not replicated), direct (JGroups alone), jgroups, jgroups4, spread, legacy."
          + " They take turns run by run; those that wait are stopped.",
      "An experiment that was interrupted is gone on with by the same command."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured; no request failed and no run broke",
      "1:measured; a request failed, or a system broke in a run, which was made again",
      "2:wrong usage",
      "3:a tool, a daemon, jars, memory or room on the disk is missing, or another experiment runs here",
      "4:a system did not start, or broke again and again",
      "130:interrupted; the runs made are kept"
    },
    footer = {
      "",
      "Results: DIR/results.csv (every run), DIR/broken.csv, DIR/summary.json, DIR/figure1.svg and .png, DIR/report.html;"
          + " logs of the nodes in DIR/beds, of the last five systems that broke in DIR/broken."
    })
final class PaperCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ExperimentOptions experiment;

  @Mixin private FreshOption again;

  @ArgGroup private Length length;

  @Option(
      names = "--systems",
      paramLabel = "NAME,NAME",
      split = ",",
      description =
          "Systems to compare; without it none, direct, jgroups, jgroups4 (not on remote hosts), and spread and legacy where daemons and a stack are named.")
  private List<String> systems = List.of();

  @Option(
      names = "--clients",
      paramLabel = "N,N",
      split = ",",
      description = "Numbers of clients (default: 50,60,70,80,90,100; --quick: 50,70,100).")
  private int[] clients;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Runs of each system at each number of clients; 0: 30, --quick 5 or what ten minutes allow.")
  private int rounds;

  @Option(
      names = "--starts",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Times that all systems are started anew, the rounds spread over them; 0: 3, --quick 1, --full 6. Of fewer than three no target is called met or missed.")
  private int starts;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Part of each run that counts, after a second that does not; 0: 5, --quick 3 or what ten minutes allow, --full 8 or what three hours allow.")
  private int duration;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Load on each system after its start, not counted; 0: 20, --quick 12, --full 30.")
  private int warmUp;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "2010",
      description = "Seed of the order in which systems take turns.")
  private long seed;

  @Option(
      names = "--spread-daemons",
      paramLabel = "HOST:PORT",
      defaultValue = "${env:SPREAD_HOSTS:-}",
      description = "Spread daemons for system spread, with commas between.")
  private String spreadDaemons;

  @Option(
      names = "--legacy-stack",
      paramLabel = "FILE",
      defaultValue = "",
      description =
          "Settings of engine legacy for system legacy, one file for each node: {name} in it becomes business1, business2 …")
  private String legacyStack;

  @Option(
      names = "--unprotected",
      description =
          "On remote hosts: let anybody who reaches a group join it. JGroups directly has no secret, and others are compared on equal terms; in a network that only members reach.")
  private boolean unprotected;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: target/loadtest/paper).")
  private Path out;

  private final String nodeClass;

  PaperCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  /** How much is measured. */
  private static final class Length {
    @Option(names = "--quick", description = "A few points in less than ten minutes.")
    private boolean quick;

    @Option(names = "--full", description = "30 rounds in less than three hours.")
    private boolean full;

    private Schedule schedule() {
      if (quick) {
        return Schedule.QUICK;
      }
      return full ? Schedule.FULL : Schedule.NORMAL;
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    PaperSettings settings = settings();
    Path directory = ExperimentOptions.directory(out, "paper");
    PaperBeds beds = beds(directory);
    PaperRuns runs = new PaperRuns(directory, settings, beds);
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    ExperimentCourse course = new ExperimentCourse(terminal, runs, "run");
    if (experiment.reportOnly) {
      runs.openForReport();
    } else {
      Tools tools = Tools.find();
      beds.require(settings.systems());
      Tools.requireMemory(
          beds.memory(settings.systems().size()),
          "compare fewer systems with --systems, or " + BedOptions.FEWER);
      course.measure(
          tools, experiment.origin(tools), beds.directory(), again.fresh, plan(settings));
    }
    PaperReport report = runs.report();
    course.tell(report.lines(), report.write(directory));
    return report.harmless() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private static String plan(PaperSettings settings) {
    return "%d runs of %s s: %s; about %s"
        .formatted(
            settings.runs(),
            settings.duration().toSeconds(),
            String.join(", ", settings.systems().stream().map(Contender::word).toList()),
            TimeLeft.words(Schedule.estimate(settings)));
  }

  private void check() {
    experiment.check(spec);
    Checks.range(spec, "--rounds", rounds, 0, 1_000);
    Checks.range(spec, "--starts", starts, 0, 1_000);
    Checks.range(spec, "--duration", duration, 0, 600);
    Checks.range(spec, "--warm-up", warmUp, 0, 600);
    if (clients != null) {
      Arrays.stream(clients).forEach(count -> Checks.range(spec, "--clients", count, 1, 200));
    }
  }

  private PaperSettings settings() {
    Schedule schedule = length == null ? Schedule.NORMAL : length.schedule();
    return schedule.settings(systems(), clients, rounds, starts, duration, warmUp, seed);
  }

  List<Contender> systems() {
    List<Contender> chosen =
        systems.isEmpty() ? usual() : systems.stream().map(this::system).distinct().toList();
    if (isApart() && chosen.contains(Contender.SPREAD)) {
      throw spreadOutOfReach();
    }
    return chosen;
  }

  private ParameterException spreadOutOfReach() {
    boolean named = !systems.isEmpty();
    return new ParameterException(
        spec.commandLine(),
        "%s: nodes in network namespaces reach no Spread daemon, since daemons run outside of them: leave %s out, or give --where loopback"
            .formatted(
                named
                    ? "--systems " + String.join(",", systems)
                    : "--spread-daemons " + spreadDaemons,
                named ? "spread" : "it"));
  }

  private boolean isApart() {
    return experiment.bed.place.where().isApart();
  }

  /** Daemons that nodes can reach: those of the environment are not meant for namespaces. */
  private String daemons() {
    return isApart() && !OutOfReach.isGiven(spec, "--spread-daemons") ? "" : spreadDaemons;
  }

  private List<Contender> usual() {
    List<Contender> chosen =
        new ArrayList<>(
            List.of(Contender.NONE, Contender.DIRECT, Contender.JGROUPS, Contender.JGROUPS4));
    if (!experiment.bed.place.where().isThisMachine()) {
      chosen.remove(Contender.JGROUPS4);
    }
    Map.of(Contender.SPREAD, daemons(), Contender.LEGACY, legacyStack).entrySet().stream()
        .filter(entry -> !entry.getValue().isBlank())
        .map(Map.Entry::getKey)
        .sorted()
        .forEach(chosen::add);
    return chosen;
  }

  private Contender system(String word) {
    return Contender.of(word)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--systems %s: there is no such system; there are %s"
                        .formatted(word, Contender.words())));
  }

  private PaperBeds beds(Path directory) {
    return new PaperBeds(
        directory.resolve("beds"),
        experiment.settings(directory, Map.of(), 1, nodeClass),
        unprotected,
        ExperimentOptions.jgroups4Jars(),
        daemons(),
        legacyStack);
  }
}
