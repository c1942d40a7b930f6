package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.g2cl.loadtest.bed.LoadTools;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ctrl-C in every phase, on real processes: httpd, ab, PostgreSQL, nodes without beans. A terminal
 * sends it to all of them at once; {@code kill} to the command alone.
 */
@Tag("slow")
class InterruptTest {
  private static final int INTERRUPTED = 130;
  private static final int TERMINATED = 143;
  private static final Duration SOON = Duration.ofSeconds(3);

  /** Beside the folder that keeps the unpacked PostgreSQL from test to test. */
  private static final Path FOLDER = Path.of("target", "bed-test").toAbsolutePath();

  @BeforeAll
  static void needTools() throws Exception {
    LoadTools.orSkip();
    Process env = new ProcessBuilder("setsid", "env", "--default-signal=INT", "true").start();
    Assumptions.assumeTrue(env.waitFor() == 0, "env is older than 8.31: no --default-signal");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "on loopback; replication on", // PostgreSQL is started next
        "Database: ", // business nodes
        "carts are open", // the warm-up
        "Run: ", // the load
        "kill -9 of", // a fresh node
        "Auditing ",
        "Stopping all nodes and the database"
      })
  void shouldLeaveNothingOfADemoRunningAfterCtrlC(String line) throws Exception {
    try (CommandProcess demo = demo()) {
      demo.awaitText(line);
      demo.signalGroup("INT");

      assertThat(demo.awaitEnd()).as(demo.text()).isEqualTo(INTERRUPTED);
      hasEndedInOneSentence(demo, "Nothing is left running.");
    }
  }

  @Test
  void shouldLeaveNothingOfADemoRunningWhenItAloneIsTerminated() throws Exception {
    try (CommandProcess demo = demo()) {
      demo.awaitText("web nodes are ready"); // httpd is started next
      demo.signal("TERM");

      assertThat(demo.awaitEnd()).as(demo.text()).isEqualTo(TERMINATED);
      hasEndedInOneSentence(demo, "Nothing is left running.");
    }
  }

  @Test
  void shouldKeepTheRunsOfAnExperimentAndLeaveNothingRunningAfterCtrlC() throws Exception {
    Path out = FOLDER.resolve("interrupted-paper");
    Path results = out.resolve("results.csv");
    Files.deleteIfExists(results); // an earlier test's
    try (CommandProcess paper = paper(out)) {
      await()
          .atMost(Duration.ofSeconds(90))
          .until(() -> Files.exists(results) && Files.readAllLines(results).size() > 1);
      paper.signalGroup("INT");

      assertThat(paper.awaitEnd()).as(paper.text()).isEqualTo(INTERRUPTED);
      int runs = Files.readAllLines(results).size() - 1;
      hasEndedInOneSentence(
          paper,
          "%d of 20 runs are kept; the same command goes on from there. Nothing is left running."
              .formatted(runs));
    }
  }

  private static void hasEndedInOneSentence(CommandProcess command, String sentence)
      throws IOException {
    assertThat(command.text().lines().toList())
        .filteredOn(line -> !line.startsWith("SLF4J")) // two providers on the tests' class path
        .endsWith("Interrupted: stopping the nodes …", sentence);
    assertThat(command.text()).doesNotContain("Exception", "ended with exit code");
    await().atMost(SOON).untilAsserted(() -> assertThat(command.running()).isEmpty());
    assertThat(command.files()).noneMatch(file -> file.endsWith("bed.json"));
  }

  private static CommandProcess demo() throws IOException {
    Path out = FOLDER.resolve("interrupted-demo");
    return start(out, "demo", "--requests=400");
  }

  private static CommandProcess paper(Path out) throws IOException {
    return start(
        out, "loadtest", "paper", "--fresh", "--systems=direct", "--rounds=20", "--duration=1");
  }

  private static CommandProcess start(Path out, String... command) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(command));
    Stream.of(
            "--out=" + out,
            "--business-nodes=2",
            "--web-nodes=1",
            "--clients=2",
            "--warm-up=1",
            "--heap=48",
            "--web-heap=48")
        .forEach(arguments::add);
    return CommandProcess.start(out, arguments.toArray(String[]::new));
  }
}
