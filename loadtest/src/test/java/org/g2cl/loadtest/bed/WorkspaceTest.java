package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(
      strings = {"logs/diary.log", "logs/business1.log", "database/PG_VERSION", "jonas.txt"})
  void shouldRefuseADirectoryWhoseFilesItWouldReplace(String file) throws IOException {
    Path theirs = directory.resolve(file);
    Files.createDirectories(theirs.getParent());
    Files.writeString(theirs, "years of work");
    Files.writeString(directory.resolve("results.csv"), "theirs, too");

    assertThatThrownBy(() -> Workspace.take(directory))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll(directory + " holds " + file.replaceFirst("/.*", ""), "--out");
    assertThat(theirs).exists();
  }

  @Test
  void shouldKeepTheResultsThatAMeasurementReplacesWhenItHasEnded() throws IOException {
    Workspace.take(directory).close();
    Path results = Files.writeString(directory.resolve("jonas.json"), "{}");

    try (Workspace next = Workspace.take(directory)) {
      assertThat(next.directory()).isEqualTo(directory);
      assertThat(results).exists();
    }
  }

  @Test
  void shouldTakeADirectoryInWhichNothingCanBeLost() throws IOException {
    Files.createDirectories(directory.resolve("logs/empty"));

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
