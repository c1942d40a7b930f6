package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.failover.Disturbance;
import org.g2cl.loadtest.failover.FailoverReport;
import org.g2cl.loadtest.failover.FailoverRuns;
import org.g2cl.loadtest.failover.FailoverSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest failover}: failures under load. */
@Command(
    name = "failover",
    description = {
      "Let nodes fail under load, again and again, and measure what comes of it: until it is noticed,"
          + " until all copies are there again, how long clients wait, and what fails, is lost or doubled.",
      "An experiment that was interrupted is gone on with by the same command."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no request failed, nothing was lost or doubled",
      "1:a request failed, something was lost or doubled, or a failure or the warm-up broke the bed",
      "2:wrong usage",
      "3:a tool, memory or room on the disk is missing, or another experiment runs here",
      "4:the bed did not start, or did not become whole again",
      "130:interrupted; what was measured is kept"
    },
    footer = {
      "",
      "Results: DIR/results.csv (every failure), DIR/broken.csv, DIR/timeline.csv, DIR/summary.json, DIR/timeline.svg,"
          + " rolling.svg (and .png), DIR/report.html; logs of the nodes in DIR/bed, of the last five beds that broke in DIR/broken."
    })
final class FailoverCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ExperimentOptions experiment;

  @Mixin private FreshOption again;

  @Option(
      names = "--kinds",
      paramLabel = "NAME,NAME",
      split = ",",
      description =
          "Of kill, pause, restart, rolling, partition; without it all, partition only with --where namespaces.")
  private List<String> kinds = List.of();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "0",
      description = "Times that each is made; 0: 10, --quick 2.")
  private int rounds;

  @Option(names = "--quick", description = "Two rounds of kill, pause and restart.")
  private boolean quick;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "50",
      description = "Clients at work.")
  private int clients;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies besides the owner's.")
  private int backups;

  @Option(
      names = "--pause",
      paramLabel = "SECONDS",
      defaultValue = "12",
      description = "Time for which a node is stopped or cut off.")
  private int pause;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "15",
      description = "Load before the first failure.")
  private int warmUp;

  @Option(
      names = "--set",
      paramLabel = "g2cl.NAME=VALUE",
      description = "Settings of the business nodes, for instance g2cl.mode=all.")
  private Map<String, String> settings = new TreeMap<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "2010",
      description = "Seed of the order of failures.")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: target/loadtest/failover).")
  private Path out;

  private final String nodeClass;

  FailoverCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    GivenSettings.check(spec, settings, backups);
    Path directory = ExperimentOptions.directory(out, "failover");
    BedSettings bedSettings = experiment.settings(directory, settings, backups, nodeClass);
    FailoverRuns runs = new FailoverRuns(directory, settings(), bedSettings);
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    ExperimentCourse course = new ExperimentCourse(terminal, runs, "failure");
    if (experiment.reportOnly) {
      runs.openForReport();
    } else {
      Tools tools = Tools.find();
      Tools.requireMemory(bedSettings.memory(), BedOptions.FEWER);
      course.measure(tools, experiment.origin(tools), directory.resolve("held"), again.fresh, "");
    }
    FailoverReport report = runs.report();
    course.tell(report.lines(), report.write(directory));
    return report.harmless() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private void check() {
    experiment.check(spec);
    Checks.range(spec, "--rounds", rounds, 0, 1_000);
    Checks.range(spec, "--clients", clients, 1, 200);
    Checks.range(spec, "--backups", backups, 0, experiment.bed.businessNodes - 1);
    Checks.range(spec, "--pause", pause, 1, 300);
    Checks.range(spec, "--warm-up", warmUp, 1, 600);
  }

  FailoverSettings settings() {
    return new FailoverSettings(
        kinds(),
        rounds(),
        clients,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(4),
        Duration.ofSeconds(pause),
        Duration.ofSeconds(3),
        Duration.ofSeconds(experiment.bed.startTimeout),
        seed);
  }

  private int rounds() {
    if (rounds > 0) {
      return rounds;
    }
    return quick ? 2 : 10;
  }

  private List<Disturbance> kinds() {
    if (!kinds.isEmpty()) {
      List<Disturbance> given = kinds.stream().map(this::kind).distinct().toList();
      requireCuttable(given);
      return given;
    }
    List<Disturbance> chosen =
        new ArrayList<>(List.of(Disturbance.KILL, Disturbance.PAUSE, Disturbance.RESTART));
    if (!quick) {
      chosen.add(Disturbance.ROLLING);
    }
    if (experiment.bed.place.where().canBeCut()) {
      chosen.add(Disturbance.PARTITION);
    }
    return chosen;
  }

  private void requireCuttable(List<Disturbance> given) {
    if (given.contains(Disturbance.PARTITION) && !experiment.bed.place.where().canBeCut()) {
      throw new ParameterException(
          spec.commandLine(),
          "--kinds partition needs a network that can be cut: give --where namespaces, or leave partition out of --kinds");
    }
  }

  private Disturbance kind(String word) {
    return Disturbance.of(word)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--kinds %s: there is no such failure; there are %s"
                        .formatted(word, Disturbance.words())));
  }
}
