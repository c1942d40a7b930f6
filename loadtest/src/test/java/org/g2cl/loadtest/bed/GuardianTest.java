package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardianTest {
  @TempDir private Path directory;

  @Test
  void shouldEndTheProcessesAndDataOfAJvmThatWasKilled() throws IOException {
    Path data = Files.createDirectories(directory.resolve("data/sub"));
    Process jvm = startProbe(directory.resolve("data"));
    List<ProcessHandle> sleepers = new ArrayList<>();
    try (var output = jvm.inputReader()) {
      for (int i = 0; i < 2; i++) {
        sleepers.add(ProcessHandle.of(Long.parseLong(output.readLine())).orElseThrow());
      }
      assertThat(output.readLine()).as("before it is killed").isEqualTo(GuardianProbe.TOLD);

      jvm.destroyForcibly();

      await().atMost(Duration.ofSeconds(15)).until(() -> !sleepers.get(0).isAlive());
      await().atMost(Duration.ofSeconds(15)).until(() -> !Files.exists(data));
      assertThat(sleepers.get(1).isAlive()).as("what it was told to be gone").isTrue();
    } finally {
      jvm.destroyForcibly();
      sleepers.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void shouldSpareWhatRunsWhenItIsDismissed() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      Guardian guardian = Guardian.start(directory.resolve("none"));
      guardian.add(OwnProcess.of("sleep", process.pid()));

      guardian.close();

      assertThat(ProcessHandle.of(guardian.pid()).filter(ProcessHandle::isAlive)).isEmpty();
      assertThat(process.isAlive()).isTrue();
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process startProbe(Path data) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx32m",
            "-XX:TieredStopAtLevel=1",
            GuardianProbe.class.getName(),
            data.toString());
    builder.environment().put("CLASSPATH", classPath);
    return builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }
}
