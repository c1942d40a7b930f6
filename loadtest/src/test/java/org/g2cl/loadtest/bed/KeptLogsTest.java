package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptLogsTest {
  @TempDir private Path directory;
  private Path logs;

  @BeforeEach
  void writeALog() throws IOException {
    logs = Files.createDirectories(directory.resolve("bed/logs"));
    Files.writeString(logs.resolve("business1.log"), "why");
  }

  @Test
  void shouldKeepTheLastFiveAndNumberOn() throws IOException {
    for (int round = 1; round <= 11; round++) {
      keep("kill-round-" + round);
    }

    try (var kept = Files.list(directory.resolve("broken"))) {
      assertThat(kept.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "7-kill-round-7",
              "8-kill-round-8",
              "9-kill-round-9",
              "10-kill-round-10",
              "11-kill-round-11");
    }
  }

  @Test
  void shouldDeleteNothingThatIsNotItsOwn() throws IOException {
    Path theirs = Files.createDirectories(directory.resolve("broken/glass"));
    for (int round = 1; round <= 6; round++) {
      keep("kill");
    }

    assertThat(theirs).exists();
    assertThat(directory.resolve("broken/1-kill")).doesNotExist();
  }

  @Test
  void shouldSayNothingWhereThereAreNone() {
    assertThat(new KeptLogs(directory).keep("kill", directory.resolve("none"))).isEmpty();
    assertThat(directory.resolve("broken")).doesNotExist();
  }

  @Test
  void shouldSayThatTheyCannotBeKeptInPlaceOfFailing() throws IOException {
    Files.writeString(directory.resolve("broken"), "a file in the way");

    assertThat(keep("kill"))
        .startsWith(" (its logs are in " + logs + " until the next start; they cannot be kept: ");
  }

  private String keep(String what) {
    return new KeptLogs(directory).keep(what, logs);
  }
}
