package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BedStateTest {
  @TempDir private Path directory;
  private Process process;

  @BeforeEach
  void startAProcess() throws IOException {
    process = new ProcessBuilder("sleep", "60").start();
  }

  @AfterEach
  void endIt() {
    process.destroyForcibly();
  }

  @Test
  void shouldReadWhatItWrote() {
    BedState state = state(OwnProcess.of("sleep", process.pid()));

    state.write(BedState.file(directory));

    assertThat(BedState.read(BedState.file(directory))).contains(state);
    assertThat(state.isRunning()).isTrue();
  }

  @Test
  void shouldTakeAForeignFileForNone() throws IOException {
    Files.writeString(BedState.file(directory), "not ours");

    assertThat(BedState.read(BedState.file(directory))).isEmpty();
  }

  @Test
  void shouldEndAProcessThatADeadBedHasLeft() throws InterruptedException {
    Workspace.take(directory).close();
    state(OwnProcess.of("sleep", process.pid())).write(BedState.file(directory));

    try (Workspace workspace = Workspace.take(directory)) {
      assertThat(workspace.leftovers()).containsExactly("sleep");
      assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void shouldEndTheChildrenOfWhatItEnds() throws Exception {
    Process parent = new ProcessBuilder("bash", "-c", "sleep 60 & echo $!; wait").start();
    try (var output = parent.inputReader()) {
      long child = Long.parseLong(output.readLine());
      OwnProcess.of("bash", parent.pid()).kill();

      await().until(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    } finally {
      parent.destroyForcibly();
    }
  }

  @Test
  void shouldSpareAProcessThatOnlyHasTheSameId() {
    Workspace.take(directory).close();
    OwnProcess earlier = new OwnProcess("sleep", process.pid(), "1");
    state(earlier).write(BedState.file(directory));

    try (Workspace workspace = Workspace.take(directory)) {
      assertThat(workspace.leftovers()).isEmpty();
      assertThat(process.isAlive()).isTrue();
    }
  }

  private static BedState state(OwnProcess process) {
    OwnProcess self = OwnProcess.of("ha demo", ProcessHandle.current().pid());
    return new BedState(
        self,
        "http://127.0.0.1:1",
        "jdbc:x",
        List.of(new BedState.BusinessEntry("business1", "127.0.0.1", 2, 3)),
        List.of(process));
  }
}
