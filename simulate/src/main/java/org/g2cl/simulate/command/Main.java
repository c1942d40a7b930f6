package org.g2cl.simulate.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.g2cl.propagation.ReplicationMode;
import org.g2cl.simulate.Campaign;
import org.g2cl.simulate.Copies;
import org.g2cl.simulate.PartitionChoice;
import org.g2cl.simulate.Plan;
import org.g2cl.simulate.Result;
import org.g2cl.simulate.Simulation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry of {@code ./ha simulate}: the replication protocol under simulated failures. */
@Command(
    name = "ha simulate",
    description = {
      "Run the real protocol code on virtual time: nodes that crash, pause, leave and lose each other,"
          + " clients that retry, a database; then check that nothing was lost and nothing done twice.",
      "One seed gives one history, on every machine. --seed alone replays it and prints the history"
          + " with a legend; how to read one: docs/howto/simulate.md."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:all invariants held",
      "1:one was violated: replay with --seed",
      "2:wrong usage",
      "3:the report cannot be written",
      "4:the simulation itself failed"
    },
    footer = {"", "Begin with: ./ha simulate --seeds 20"})
public final class Main implements Callable<Integer> {
  /** Some weeks of work; the seeds of a run are kept in memory. */
  private static final long MOST_SEEDS = 1_000_000;

  private static final int MOST_BACKUPS = 3;

  private static final int VIOLATED = 1;
  private static final int UNWRITABLE = 3;
  private static final int FAILED = 4;
  private static final long USUAL_SEEDS = 200;

  /** Switch of the protocol's log, to which thousands of planned failures are no news. */
  private static final String LOG_LEVEL = "org.slf4j.simpleLogger.log.org.g2cl";

  @Spec private CommandSpec spec;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of seeds, 1 to 1000000; default 200.")
  private Long seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "First seed, or without --seeds the one to replay; default 1.")
  private Long seed;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "5",
      description = "Virtual minutes of each seed, the last 40 seconds of them calm; 1 to 1000.")
  private int minutes;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes, 2 to 30; by default each seed draws 2 to 9.")
  private Integer nodes;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Copies of a session besides its owner's, 1 to 3, and fewer than --nodes.")
  private int backups;

  @Option(
      names = "--mode",
      paramLabel = "MODE",
      defaultValue = "synchronous",
      description =
          "How many copies a change gets: synchronous (as many as --backups), majority, all.")
  private ReplicationMode mode;

  @Option(
      names = "--minimum-copies",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "Copies besides its owner's without which a call fails, 0 to 3, and at most --backups.")
  private int minimum;

  @Option(
      names = "--partition",
      paramLabel = "RULE",
      defaultValue = "drawn",
      description =
          "Which part of a split group goes on: primary, strict, size (more than half of all nodes),"
              + " availability (each; what one has acknowledged may be lost), or drawn (each seed draws"
              + " primary or strict).")
  private PartitionChoice partition;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "${sys:simulate.out:-target/simulate}",
      description = "Directory of the report and of the histories of seeds that fail.")
  private Path directory;

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] arguments) {
    System.setProperty(LOG_LEVEL, System.getProperty(LOG_LEVEL, "off"));
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine line = new CommandLine(new Main());
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(Main::explain);
    line.setParameterExceptionHandler(Main::correct);
    line.registerConverter(Path.class, Main::path);
    return line;
  }

  /** An empty path would be the working directory. */
  private static Path path(String value) {
    if (value.isBlank()) {
      throw new TypeConversionException("it is empty; name a directory");
    }
    return Path.of(value);
  }

  /** What is wrong, and where more stands: the whole help would push the sentence out of sight. */
  private static int correct(ParameterException misuse, String[] arguments) {
    PrintWriter err = misuse.getCommandLine().getErr();
    err.println("ha simulate: " + misuse.getMessage());
    UnmatchedArgumentException.printSuggestions(misuse, err);
    err.println("All options: ./ha simulate --help");
    return CommandLine.ExitCode.USAGE;
  }

  private static int explain(Exception failure, CommandLine line, CommandLine.ParseResult parsed) {
    PrintWriter err = line.getErr();
    if (failure instanceof IOException unwritable) {
      explain(unwritable, err);
      return UNWRITABLE;
    }
    err.println("ha simulate: " + failure.getMessage());
    failure.printStackTrace(err);
    return FAILED;
  }

  private static void explain(IOException unwritable, PrintWriter err) {
    err.printf(
        "ha simulate: the report cannot be written (%s): see that the disk has space, or name another"
            + " directory with --out; --seed S makes the history of a seed again%n",
        unwritable);
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    check("--minutes", minutes, 1, 1_000);
    check("--nodes", nodes == null ? Plan.FEWEST : nodes, Plan.FEWEST, 30);
    check(
        "--backups", backups, 1, nodes == null ? MOST_BACKUPS : Math.min(MOST_BACKUPS, nodes - 1));
    check("--seeds", seeds == null ? 1 : seeds, 1, MOST_SEEDS);
    if (seed != null) {
      check("--seed", seed, Long.MIN_VALUE, Long.MAX_VALUE - MOST_SEEDS);
    }
    check("--minimum-copies", minimum, 0, backups);
    Plan usual = Plan.standard();
    Duration load = Duration.ofMinutes(minutes).minus(usual.calm());
    int wanted = nodes == null ? usual.nodes() : nodes;
    Plan plan = new Plan(wanted, usual.clients(), load, usual.calm(), copies(), partition);
    return seeds == null && seed != null ? replay(plan) : many(plan);
  }

  private Copies copies() {
    try {
      return new Copies(mode, backups, minimum);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--" + e.getMessage(), e);
    }
  }

  private void check(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d; it must be from %d to %d".formatted(option, value, least, most));
    }
  }

  private int replay(Plan plan) {
    PrintWriter out = spec.commandLine().getOut();
    Result result = Simulation.run(seed, plan);
    Legend.lines().forEach(out::println);
    result.history().forEach(out::println);
    out.println();
    out.println(Report.sentence(result));
    out.flush();
    return result.violations().isEmpty() ? CommandLine.ExitCode.OK : VIOLATED;
  }

  private int many(Plan plan) throws InterruptedException, IOException {
    PrintWriter out = spec.commandLine().getOut();
    long first = seed == null ? 1 : seed;
    long count = seeds == null ? USUAL_SEEDS : seeds;
    prepareDirectory();
    Progress progress = new Progress(out, count);
    Report report = new Report(plan, first, directory);
    Campaign.Sums sums =
        Campaign.run(
            plan,
            first,
            count,
            result -> {
              report.add(result);
              progress.done(result);
            });
    progress.end();
    report.finish(sums);
    out.print(report.table());
    out.flush();
    boolean isWritten = isWritten(report);
    if (!sums.failed().isEmpty()) {
      return VIOLATED;
    }
    return isWritten ? CommandLine.ExitCode.OK : UNWRITABLE;
  }

  /** Before the seeds, which may take hours; a history of a run before is none of this one. */
  private void prepareDirectory() throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw unusable("is a file");
    }
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw unusable("cannot be made: " + e.getMessage());
    }
    if (!Files.isWritable(directory)) {
      throw unusable("cannot be written");
    }
    try (DirectoryStream<Path> old = Files.newDirectoryStream(directory, Report::isHistory)) {
      for (Path history : old) {
        Files.delete(history);
      }
    }
  }

  private ParameterException unusable(String why) {
    return new ParameterException(
        spec.commandLine(), "--out %s %s; name another directory".formatted(directory, why));
  }

  /** Hours of work are told whether they can be kept or not. */
  private boolean isWritten(Report report) {
    try {
      report.write();
      return true;
    } catch (IOException e) {
      explain(e, spec.commandLine().getErr());
      return false;
    }
  }
}
