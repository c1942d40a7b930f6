package org.g2cl.loadtest.command;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.BedException;
import org.g2cl.loadtest.bed.OwnProcess;
import org.g2cl.loadtest.bed.Ports;
import org.g2cl.loadtest.bed.Tools;
import org.g2cl.loadtest.bed.Workspace;
import org.g2cl.loadtest.jonas.JonasReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./ha loadtest jonas}: stock CMI and our drop-in. */
@Command(
    name = "jonas",
    description = {
      "Stock CMI 2.2.6 (JGroups 2.12) and our drop-in (JGroups 4.2), each with two servers of JOnAS 5.2.3"
          + " container classes, on 127.0.0.1.",
      "Response time by number of clients, measured in turns when both are warm; then what becomes of calls and carts when"
          + " servers die, join and part."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:measured, and nothing of ours was lost or doubled",
      "1:a call or a cart of ours was lost or doubled",
      "2:wrong usage",
      "3:the database cannot be started, or another run has the directory",
      "4:a server did not start or ended while it was needed",
      "130:interrupted"
    },
    footer = {"", "Results: DIR/jonas.json, DIR/jonas.txt, DIR/response-time.svg, DIR/beds."})
final class JonasCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--clients",
      paramLabel = "N,N",
      split = ",",
      defaultValue = "50,60,70,80,90,100",
      description = "Numbers of clients.")
  private int[] clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "4",
      description = "Length of each measurement.")
  private int seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "10",
      description = "Measurements of each number and system.")
  private int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "S",
      defaultValue = "120",
      description =
          "Longest load of each system before the first measurement; ends when three measurements in a"
              + " row of each are within 5 percent.")
  private int warmUp;

  @Option(
      names = "--behaviours",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Kill, join and part servers too.")
  private boolean behaviours;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the results go (default: target/loadtest-jonas).")
  private Path out;

  // guarded by this
  private boolean aborted;
  private Process comparison;

  @Override
  public Integer call() throws IOException, InterruptedException {
    range("--seconds", seconds, 1, 600);
    range("--rounds", rounds, 1, 100);
    range("--warm-up", warmUp, 0, 3600);
    for (int count : clients) {
      range("--clients", count, 1, 400);
    }
    Path root = Path.of(System.getProperty("ha.root", "."));
    Path directory =
        Files.createDirectories(out == null ? root.resolve("target/loadtest-jonas") : out);
    String loadBefore = Machine.load();
    JonasReport report = measure(root, directory);
    report.write(
        directory,
        Machine.description(loadBefore),
        Machine.versions(Tools.none(), behaviours ? "embedded" : "none"));
    PrintWriter terminal = spec.commandLine().getOut();
    terminal.println(report.table());
    terminal.println("Results: " + directory);
    terminal.flush();
    return report.isOursHarmless() ? ExitCodes.OK : ExitCodes.HARM;
  }

  @SuppressWarnings("try") // the directory is held as long as it is measured
  private JonasReport measure(Path root, Path directory) throws IOException, InterruptedException {
    Terminal terminal =
        new Terminal(spec.commandLine().getOut(), Boolean.getBoolean("ha.terminal"));
    try (Workspace workspace = Workspace.take(directory);
        InterruptGuard guard = InterruptGuard.of(terminal, this::abort, () -> "");
        Database database = behaviours ? Database.start(directory) : Database.none()) {
      try {
        return measure(root, directory, database.url());
      } catch (RuntimeException e) {
        guard.awaitEndIfInterrupted();
        throw e;
      }
    }
  }

  private synchronized void abort() {
    aborted = true;
    if (comparison != null) {
      OwnProcess.of("comparison", comparison.pid()).kill(); // its servers, too
    }
  }

  private synchronized Process start(List<String> command) throws IOException {
    if (aborted) {
      throw BedException.bed("interrupted before the comparison was started");
    }
    comparison = new ProcessBuilder(command).inheritIO().start();
    return comparison;
  }

  private void range(String option, int value, int least, int most) {
    Checks.range(spec, option, value, least, most);
  }

  private JonasReport measure(Path root, Path directory, String database)
      throws IOException, InterruptedException {
    Path json = directory.resolve("measured.json");
    Path sample = root.resolve("sample-cart-jonas/target");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-cp",
            jar(sample, "sample-cart-jonas-", ".jar") + File.pathSeparator + sample + "/lib/*",
            "org.g2cl.sample.jonas.bed.Comparison",
            jar(root.resolve("cmi-g2cl/jonas/target"), "cmi-g2cl-jonas-", "-java8.jar").toString(),
            directory.resolve("beds").toString(),
            json.toString(),
            Integer.toString(seconds),
            Integer.toString(rounds),
            Integer.toString(warmUp),
            Arrays.stream(clients).mapToObj(Integer::toString).collect(Collectors.joining(",")),
            database);
    Files.deleteIfExists(json);
    int code = start(command).waitFor();
    if (code != 0 || !Files.exists(json)) {
      throw BedException.bed(
          "the comparison ended with code " + code + "; the servers' logs are in " + directory);
    }
    return JonasReport.read(json);
  }

  private static Path jar(Path directory, String prefix, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .filter(file -> file.getFileName().toString().endsWith(suffix))
          .filter(file -> !file.getFileName().toString().endsWith("-sources.jar"))
          .findFirst()
          .orElseThrow(
              () -> BedException.bed("no jar " + prefix + "*" + suffix + " in " + directory));
    }
  }

  /** PostgreSQL of the behaviours. */
  private record Database(Optional<EmbeddedPostgres> server) implements AutoCloseable {
    static Database none() {
      return new Database(Optional.empty());
    }

    static Database start(Path directory) {
      try (Ports ports = Ports.free()) {
        int port = ports.take();
        ports.release(port);
        return new Database(
            Optional.of(
                EmbeddedPostgres.builder()
                    .setPort(port)
                    .setDataDirectory(directory.resolve("database"))
                    .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
                    .setCleanDataDirectory(true)
                    .setServerConfig("listen_addresses", "127.0.0.1")
                    .setPGStartupWait(Duration.ofSeconds(60))
                    .start()));
      } catch (IOException | IllegalStateException e) {
        throw BedException.environment(
            "PostgreSQL cannot be started (" + e.getMessage() + "); try --no-behaviours", e);
      }
    }

    String url() {
      return server
          .map(it -> "jdbc:postgresql://127.0.0.1:" + it.getPort() + "/postgres")
          .orElse("none");
    }

    @Override
    public void close() throws IOException {
      if (server.isPresent()) {
        server.get().close();
      }
    }
  }
}
