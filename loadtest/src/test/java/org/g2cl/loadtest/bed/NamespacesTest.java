package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Namespaces as this machine makes them; skipped where it makes none. */
class NamespacesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  @TempDir private Path directory;
  private Process bed;
  private Writer orders;
  private BufferedReader answers;

  @BeforeEach
  void startABed() throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx48m",
            "-XX:TieredStopAtLevel=1",
            "-D" + Namespaces.INSIDE + "=true",
            NamespaceProbe.class.getName(),
            "bed",
            directory.toString());
    ProcessBuilder builder = new ProcessBuilder(OwnNetwork.then(OwnNetwork.orSkip(), command));
    builder.environment().putAll(JavaCommand.environment(Map.of()));
    bed = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    orders = bed.outputWriter();
    answers = bed.inputReader();
    assertThat(answers.readLine()).startsWith("server");
    assertThat(answers.readLine()).startsWith("server");
  }

  @AfterEach
  void endIt() {
    if (bed != null) {
      bed.destroyForcibly();
    }
  }

  @Test
  void shouldCutTheNetworkSilentlyOneWayAndBetweenAnyTwo() throws IOException {
    assertThat(List.of(order("ask a"), order("ask b"), order("relay a b"), order("relay b a")))
        .allMatch(answer -> answer.startsWith("hello from 10.99.0.1"));

    order("block a b");
    assertThat(order("relay a b")).as("a to b").isEqualTo("silence");
    assertThat(order("relay b a")).as("the answer of a is lost").isEqualTo("silence");
    assertThat(order("ask a") + order("ask b")).doesNotContain("silence");
    order("heal");
    assertThat(order("relay a b")).isNotEqualTo("silence");

    order("block bed a");
    assertThat(order("ask a")).isEqualTo("silence");
    assertThat(order("relay b a")).isNotEqualTo("silence");
    order("heal");
    assertThat(order("ask a")).isNotEqualTo("silence");
  }

  @Test
  void shouldServeSeveralBedsAtTheSameTimeAndOneAfterTheOther() throws IOException {
    assertThat(order("open")).isEqualTo("10.99.1.1 10.99.1.11");
    assertThat(order("open")).as("opened again").isEqualTo("10.99.1.1 10.99.1.11");
    assertThat(order("ask a")).as("the first is left alone").startsWith("hello from 10.99.0.1");
  }

  @Test
  void shouldLeaveNothingOfANodeThatCannotBeConnected() throws IOException {
    List<ProcessHandle> before = bed.descendants().toList();
    assertThat(order("clash")).contains("exists");
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(bed.descendants().toList()).hasSameSizeAs(before));
  }

  @Test
  void shouldConnectANodeThatCouldNotBeBefore() throws IOException {
    assertThat(order("unplugged")).isEqualTo("10.99.0.13");
    assertThat(order("ask a")).as("the others").startsWith("hello from 10.99.0.1");
  }

  @Test
  void shouldVanishWithItsJvmHoweverThatEnds() {
    List<Long> processes = bed.descendants().map(ProcessHandle::pid).toList();
    assertThat(processes).hasSizeGreaterThanOrEqualTo(4);

    bed.destroyForcibly();

    await()
        .atMost(PATIENCE)
        .until(() -> processes.stream().noneMatch(pid -> OwnProcess.of("", pid).isAlive()));
  }

  private String order(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    return answers.readLine();
  }
}
