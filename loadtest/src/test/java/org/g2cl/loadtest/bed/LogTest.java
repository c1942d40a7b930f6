package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogTest {
  @TempDir private Path directory;

  @Test
  void shouldNotTakeWhatAnEarlierProcessHasWrittenForItsOwn() throws IOException {
    Path file = Files.writeString(directory.resolve("node.log"), "READY first\n");

    Log log = Log.fromNow(file);
    assertThat(log.lineStartingWith("READY")).isEmpty();

    Files.writeString(file, "READY second\n", StandardOpenOption.APPEND);
    assertThat(log.lineStartingWith("READY")).contains("READY second");
    assertThat(log.tail()).contains("second").doesNotContain("first");
  }
}
