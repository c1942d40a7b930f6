package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
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

  /** Else one that has opened it meanwhile, and one that comes later, hold two files. */
  @Test
  void shouldLockTheSameFileEachTime() throws IOException {
    Path lock = directory.resolve("lock");
    Workspace.take(directory).close();
    Object file = Files.readAttributes(lock, BasicFileAttributes.class).fileKey();

    try (Workspace next = Workspace.take(directory)) {
      assertThat(Files.readAttributes(lock, BasicFileAttributes.class).fileKey()).isEqualTo(file);
      assertThat(next.leftovers()).isEmpty();
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
  void shouldRefuseADirectoryWhoseFilesItWouldReplace() throws IOException {
    Path theirs = Files.createDirectories(directory.resolve("logs")).resolve("diary.log");
    Files.writeString(theirs, "years of work");

    assertThatThrownBy(() -> Workspace.take(directory))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(directory + " holds logs", "--out");
    assertThat(theirs).exists();
  }

  @Test
  void shouldTakeADirectoryInWhichNothingCanBeLost() throws IOException {
    Files.createDirectories(directory.resolve("logs/empty"));

    try (Workspace next = Workspace.take(directory)) {
      assertThat(next.directory().resolve("logs")).doesNotExist();
    }
  }

  @Test
  void shouldTakeADirectoryOfAnEarlierRelease() throws IOException {
    Path old = Files.createDirectories(directory.resolve("logs")).resolve("business1.log");
    Files.writeString(old, "old");

    try (Workspace next = Workspace.take(directory)) {
      assertThat(next.directory().resolve("logs")).doesNotExist();
    }
  }

  @Test
  void shouldSayThatTheDiskIsNearlyFull() {
    assertThatThrownBy(() -> Workspace.requireSpace(directory, Long.MAX_VALUE))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("too little space", directory.toString(), "--out");
  }

  @Test
  void shouldSayThatADirectoryCannotBeWritten() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    assertThatThrownBy(() -> Workspace.take(file.resolve("below")))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("--out");
  }
}
