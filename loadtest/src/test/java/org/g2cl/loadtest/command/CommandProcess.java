package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A command with nodes without beans, in a process group of its own as a shell gives it one, and
 * all that it starts, at whatever remove: each has its mark in the environment.
 */
final class CommandProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final String MARK = "HA_TEST_MARK";

  private final String mark = MARK + "=" + UUID.randomUUID();
  private final Path directory;
  private final Path output;
  private final Process process;

  private CommandProcess(Path directory, List<String> arguments) throws IOException {
    this.directory = directory;
    this.output = directory.resolveSibling(directory.getFileName() + ".txt");
    Files.createDirectories(directory);
    // a shell that runs the build in its background has it ignore the signal
    List<String> command =
        new ArrayList<>(List.of("setsid", "env", "--default-signal=INT,TERM", mark));
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djava.net.preferIPv4Stack=true",
            StandIns.class.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder
        .environment()
        .put(
            "CLASSPATH",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    this.process = builder.start();
  }

  /** Starts a command that works in this directory. */
  static CommandProcess start(Path directory, String... arguments) throws IOException {
    return new CommandProcess(directory.toAbsolutePath(), List.of(arguments));
  }

  /** Waits until it has written this. */
  void awaitText(String text) {
    await(text)
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(20))
        .untilAsserted(
            () -> {
              boolean ended = !process.isAlive();
              String told = text();
              assertThat(ended || told.contains(text)).as(told).isTrue();
            });
    assertThat(text()).contains(text);
  }

  /** Sends a signal to all processes of its group, as a terminal does. */
  void signalGroup(String name) throws Exception {
    signal(name, "-" + process.pid());
  }

  /** Sends a signal to its first process, as {@code kill} does. */
  void signal(String name) throws Exception {
    signal(name, "" + process.pid());
  }

  private static void signal(String name, String target) throws Exception {
    new ProcessBuilder("bash", "-c", "kill -s \"$0\" -- \"$1\"", name, target)
        .inheritIO()
        .start()
        .waitFor();
  }

  /** Waits for its end; returns its exit code. */
  int awaitEnd() throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as(text()).isTrue();
    return process.exitValue();
  }

  String text() {
    try {
      return Files.readString(output, StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  /** Command lines of those of its processes that run. */
  List<String> running() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.filter(entry -> Character.isDigit(entry.getFileName().toString().charAt(0)))
          .filter(this::isOwn)
          .map(entry -> entry.getFileName() + " " + read(entry.resolve("cmdline")))
          .toList();
    }
  }

  /**
   * PostgreSQL's processes write over their environment; they have the directory in their title.
   */
  private boolean isOwn(Path entry) {
    return read(entry.resolve("environ")).contains(mark)
        || read(entry.resolve("cmdline")).contains(directory + "/");
  }

  /** Empty for a process that has ended, or is another user's. */
  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1).replace('\0', ' ');
    } catch (IOException e) {
      return "";
    }
  }

  /** Files that it has left in its directory. */
  List<Path> files() throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      return tree.filter(Files::isRegularFile).toList();
    }
  }

  /** Kills what a test has left. */
  @Override
  public void close() throws IOException {
    for (String line : running()) {
      ProcessHandle.of(Long.parseLong(line.substring(0, line.indexOf(' '))))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
