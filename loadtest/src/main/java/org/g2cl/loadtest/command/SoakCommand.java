package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.soak.SoakReport;
import org.g2cl.loadtest.soak.SoakRuns;
import org.g2cl.loadtest.soak.SoakSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest soak}: a steady load for long. */
@Command(
    name = "soak",
    description = {
      "Load the nodes steadily for long, at a share of what they can answer, and see whether requests"
          + " fail, response times, heaps or threads grow, and what carts and orders hold at the end.",
      "The peak is measured first, by the same clients. These are our own: ab cannot make requests at set times."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:no request failed, 99 % of those due were answered, nothing was lost or doubled, heap,"
          + " threads and 99th percentile stayed",
      "1:one of these did not hold",
      "2:wrong usage",
      "3:a tool, memory or room on the disk is missing, or another experiment runs here",
      "4:the bed did not start, or a part of it ended",
      "130:interrupted; the windows measured are kept"
    },
    footer = {
      "",
      "Results: DIR/results.csv (every window), DIR/slices.csv, DIR/footprints.csv, DIR/accounts.csv,"
          + " DIR/summary.json, DIR/response-time.svg, DIR/live-heap.svg, DIR/threads.svg, DIR/report.html; logs of the nodes in DIR/bed."
    })
final class SoakCommand implements Callable<Integer> {
  private static final int WINDOWS = 6;

  @Spec private CommandSpec spec;

  @Mixin private ExperimentOptions experiment;

  @Option(
      names = "--minutes",
      paramLabel = "N",
      defaultValue = "60",
      description = "Length of the load that counts; compared by sixths.")
  private int minutes;

  @Option(names = "--quick", description = "Three minutes, after a short warm-up.")
  private boolean quick;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "100",
      description = "Clients at work, each with a cart of its own.")
  private int clients;

  @Option(
      names = "--share",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description = "Share of the peak.")
  private int share;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Load before the peak is measured.")
  private int warmUp;

  @Option(
      names = "--peak",
      paramLabel = "SECONDS",
      defaultValue = "30",
      description = "Time for which the peak is measured.")
  private int peak;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies besides the owner's.")
  private int backups;

  @Option(
      names = "--set",
      paramLabel = "g2cl.NAME=VALUE",
      description = "Settings of the business nodes, for instance g2cl.mode=all.")
  private Map<String, String> settings = new TreeMap<>();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: target/loadtest/soak).")
  private Path out;

  private final String nodeClass;

  SoakCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    GivenSettings.check(spec, settings, backups);
    Path directory = ExperimentOptions.directory(out, "soak");
    BedSettings bedSettings = experiment.settings(directory, settings, backups, nodeClass);
    SoakRuns runs = new SoakRuns(directory, settings(), bedSettings);
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    ExperimentCourse course = new ExperimentCourse(terminal, runs, "window");
    if (experiment.reportOnly) {
      runs.openForReport();
    } else {
      Tools tools = Tools.find();
      Tools.requireMemory(bedSettings.memory(), BedOptions.FEWER);
      course.measure(tools, experiment.origin(tools), directory.resolve("held"), true, "");
    }
    SoakReport report = runs.report();
    course.tell(report.lines(), report.write(directory));
    return report.isGood() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private void check() {
    experiment.check(spec);
    Checks.range(spec, "--minutes", minutes, 1, 10_080);
    Checks.range(spec, "--clients", clients, 1, 1_000);
    Checks.range(spec, "--share", share, 1, 100);
    Checks.range(spec, "--warm-up", warmUp, 1, 3_600);
    Checks.range(spec, "--peak", peak, 1, 3_600);
    Checks.range(spec, "--backups", backups, 0, experiment.bed.businessNodes - 1);
  }

  private SoakSettings settings() {
    return new SoakSettings(
        clients,
        Duration.ofMinutes(quick ? 3 : minutes),
        WINDOWS,
        share / 100.0,
        Duration.ofSeconds(quick ? Math.min(20, warmUp) : warmUp),
        Duration.ofSeconds(quick ? Math.min(10, peak) : peak));
  }
}
