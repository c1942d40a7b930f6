package org.g2cl.loadtest.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.g2cl.simulate.Campaign;
import org.g2cl.simulate.Plan;
import org.g2cl.simulate.Result;
import org.g2cl.simulate.Simulation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./ha simulate}: the replication protocol under simulated failures. */
@Command(
    name = "simulate",
    description = {
      "Run the real protocol code on virtual time: nine nodes that crash, pause and lose each other,",
      "clients that retry, a database; then check that nothing was lost and nothing done twice.",
      "One seed gives one history, on every machine. With --seed alone, that history is printed."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all invariants held", "1:one was violated", "2:wrong usage"})
final class SimulateCommand implements Callable<Integer> {
  private static final int EVERY = 100;

  /** Kept here: a logger that nobody holds forgets its level. */
  private static final Logger PROTOCOL_LOG = Logger.getLogger("org.g2cl");

  @Spec private CommandSpec spec;

  @Option(names = "--seeds", paramLabel = "N", description = "Number of seeds; default 200.")
  private Long seeds;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "First seed, or the one to show; default 1.")
  private Long seed;

  @Option(names = "--nodes", paramLabel = "N", defaultValue = "9", description = "Nodes, 5 to 30.")
  private int nodes;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "260",
      description = "Virtual seconds of calls and failures; 40 of calm follow.")
  private int seconds;

  @Option(
      names = "--backups",
      paramLabel = "N",
      defaultValue = "1",
      description = "Backups, 1 to 3.")
  private int backups;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "target/simulate",
      description = "Directory for the histories of seeds that fail.")
  private Path directory;

  @Override
  public Integer call() throws InterruptedException, IOException {
    check("--nodes", nodes, 5, 30);
    check("--seconds", seconds, 1, 86_400);
    check("--backups", backups, 1, 3);
    PROTOCOL_LOG.setLevel(Level.OFF);
    Plan usual = Plan.standard();
    Plan plan =
        new Plan(nodes, usual.clients(), Duration.ofSeconds(seconds), usual.calm(), backups);
    return seeds == null && seed != null ? show(plan) : many(plan);
  }

  private void check(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(),
          "%s is %d; it must be from %d to %d".formatted(option, value, least, most));
    }
  }

  private int show(Plan plan) {
    PrintWriter out = spec.commandLine().getOut();
    Result result = Simulation.run(seed, plan);
    result.history().forEach(out::println);
    out.println();
    out.println(sentence(result));
    out.flush();
    return result.violations().isEmpty() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private static String sentence(Result result) {
    List<String> violations = result.violations();
    return "seed %d: %s (history %016x)"
        .formatted(
            result.seed(),
            violations.isEmpty()
                ? "all invariants held"
                : violations.size() + " violations, the first: " + violations.get(0),
            result.digest());
  }

  private int many(Plan plan) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    long first = seed == null ? 1 : seed;
    long count = seeds == null ? 200 : seeds;
    if (count < 1) {
      throw new ParameterException(
          spec.commandLine(), "--seeds is " + count + "; it must be 1 or more");
    }
    long begin = System.nanoTime();
    Campaign.Sums sums =
        Campaign.run(plan, first, count, result -> report(out, result, first, begin));
    out.printf(
        "%d seeds in %d s: %d failed; %d calls answered, %d given up by their clients; in %d sessions all"
            + " copies crashed at a time%n",
        sums.seeds(),
        seconds(begin),
        sums.failed().size(),
        sums.acknowledged(),
        sums.unanswered(),
        sums.lost());
    if (!sums.failed().isEmpty()) {
      out.printf("failed: %s; see %s, or ./ha simulate --seed S%n", sums.failed(), directory);
    }
    out.flush();
    return sums.failed().isEmpty() ? ExitCodes.OK : ExitCodes.HARM;
  }

  private void report(PrintWriter out, Result result, long first, long begin) {
    long done = result.seed() - first + 1;
    if (!result.violations().isEmpty()) {
      out.println(sentence(result));
      save(out, result);
    } else if (done % EVERY == 0) {
      out.printf("%d seeds in %d s%n", done, seconds(begin));
    }
    out.flush();
  }

  private void save(PrintWriter out, Result result) {
    Path file = directory.resolve("seed-" + result.seed() + ".txt");
    try {
      Files.createDirectories(directory);
      Files.write(file, result.history());
    } catch (IOException e) {
      out.printf("%s cannot be written: %s%n", file, e.getMessage());
    }
  }

  private static long seconds(long begin) {
    return (System.nanoTime() - begin) / 1_000_000_000;
  }
}
