package org.g2cl.loadtest.command;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.g2cl.loadtest.bed.BedSettings;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.experiment.Origin;
import org.g2cl.loadtest.scale.ScaleReport;
import org.g2cl.loadtest.scale.ScaleRuns;
import org.g2cl.loadtest.scale.ScaleSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest scale}: what a call costs as the system grows. */
@Command(
    name = "scale",
    description = {
      "Measure what a call of a replicated bean costs by number of nodes (2 to 9), backups (0 to 3,"
          + " all), size of the state (0.1 to 100 KB; a byte changed, all changed) and sessions (1"
          + " to 100,000).",
      "An experiment that was interrupted is gone on with by the same command."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured",
      "2:wrong usage",
      "3:memory or room on the disk is missing, or another experiment runs here",
      "4:the nodes did not start, or a call failed",
      "130:interrupted; what was measured is kept"
    },
    footer = {
      "",
      "Results: DIR/results.csv (every measurement), DIR/summary.json, DIR/nodes.svg, backups.svg,"
          + " state.svg, sessions.svg (and .png), DIR/report.html; logs of the nodes in DIR/bed."
    })
final class ScaleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--quick", description = "A few points, one round, small.")
  private boolean quick;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "0",
      description = "Times that all points are measured, on fresh nodes; 0: 3, --quick 1.")
  private int rounds;

  @Option(
      names = "--callers",
      paramLabel = "N",
      defaultValue = "4",
      description = "Threads of the client that call at the same time.")
  private int callers;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "Length of each measurement; 0: 6, --quick 2.")
  private int duration;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "0",
      description =
          "Longest load of fresh nodes, which does not count; it ends when no round in a quarter of it"
              + " was 5 percent faster than the fastest before; 0: 60, --quick 10.")
  private int warmUp;

  @Option(
      names = "--heap",
      paramLabel = "MB",
      defaultValue = "256",
      description = "Heap of a node.")
  private int heap;

  @Mixin private ShareOptions share;

  @Mixin private PlaceOptions place;

  @Option(
      names = "--start-timeout",
      paramLabel = "SECONDS",
      defaultValue = "180",
      description = "Longest time for one node to be ready.")
  private int startTimeout;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "2010",
      description = "Seed of the order.")
  private long seed;

  @Option(
      names = "--fresh",
      description = "Begin anew, even when the directory holds an interrupted experiment.")
  private boolean fresh;

  @Option(
      names = "--report",
      description = "Measure nothing: write the report of what the directory holds.")
  private boolean reportOnly;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: target/loadtest/scale).")
  private Path out;

  private final String nodeClass;

  ScaleCommand(String nodeClass) {
    this.nodeClass = nodeClass;
  }

  @Override
  public Integer call() throws InterruptedException {
    check();
    Path directory = ExperimentOptions.directory(out, "scale");
    ScaleRuns runs = new ScaleRuns(directory, settings(), bed(directory));
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    ExperimentCourse course = new ExperimentCourse(terminal, runs, "measurement");
    if (reportOnly) {
      runs.openForReport();
    } else {
      Tools tools = Tools.none(); // no node here is a web node
      Tools.requireMemory(
          runs.memory(), "give nodes less with --heap, or start five at most with --quick");
      Origin origin = Machine.origin(tools, ExperimentOptions.database(place));
      course.measure(tools, origin, directory.resolve("held"), fresh, "");
    }
    ScaleReport report = runs.report();
    course.tell(report.lines(), report.write(directory));
    return ExitCodes.OK;
  }

  private ScaleSettings settings() {
    return ScaleSettings.of(
        quick,
        given(rounds, quick ? 1 : 3),
        callers,
        Duration.ofSeconds(given(warmUp, quick ? 10 : 60)),
        Duration.ofSeconds(given(duration, quick ? 2 : 6)),
        seed);
  }

  private BedSettings bed(Path directory) {
    return place
        .put(BedSettings.builder(directory, ExperimentOptions.binaries(), nodeClass))
        .business(1, share.shape(heap))
        .startTimeout(Duration.ofSeconds(startTimeout))
        .build();
  }

  private static int given(int value, int otherwise) {
    return value > 0 ? value : otherwise;
  }

  private void check() {
    Checks.range(spec, "--rounds", rounds, 0, 1_000);
    Checks.range(spec, "--callers", callers, 1, 200);
    Checks.range(spec, "--duration", duration, 0, 600);
    Checks.range(spec, "--warm-up", warmUp, 0, 600);
    Checks.range(spec, "--heap", heap, 48, 16_384);
    Checks.range(spec, "--start-timeout", startTimeout, 5, 3_600);
    share.check(spec);
    place.check(spec);
  }
}
