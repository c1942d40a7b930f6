package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceTest {
  @TempDir private Path directory;

  @Test
  void shouldRefuseASecondBedAndNameTheFirst() {
    try (Workspace first = Workspace.take(directory)) {
      assertThat(first.leftovers()).isEmpty();
      assertThatThrownBy(() -> Workspace.take(directory))
          .isInstanceOf(BedException.class)
          .hasMessageContaining("a bed runs already")
          .hasMessageContaining("process " + ProcessHandle.current().pid())
          .hasMessageContaining("--out");
    }
  }

  @Test
  void shouldDeleteWhatAnEarlierDemoWroteAndNothingElse() throws IOException {
    Workspace.take(directory).close();
    Files.createDirectories(directory.resolve("logs"));
    Files.writeString(directory.resolve("logs/old.log"), "old");
    Path foreign = Files.writeString(directory.resolve("thesis.txt"), "years of work");

    try (Workspace next = Workspace.take(directory)) {
      assertThat(next.directory().resolve("logs")).doesNotExist();
      assertThat(foreign).exists();
    }
  }

  @Test
  void shouldSayThatADirectoryCannotBeWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThatThrownBy(() -> Workspace.take(file.resolve("below")))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("--out");
  }
}
