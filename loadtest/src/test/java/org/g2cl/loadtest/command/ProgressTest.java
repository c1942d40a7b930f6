package org.g2cl.loadtest.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.g2cl.loadtest.load.AccessLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  private static final String LONG_AGO =
      "1395000000000000 4200 200 web1 warm1-17 \"GET /shop/step HTTP/1.0\"\n";

  @TempDir private Path directory;

  @Test
  void shouldShowNoMedianBeforeAnythingWasAnswered() {
    assertThat(progress().line(1_500)).isEqualTo("warm-up 1  none of 1,500 requests answered yet");
  }

  @Test
  void shouldShowNoMedianOfASecondWithoutAnswers() throws IOException {
    Files.writeString(log(), LONG_AGO);
    Progress progress = progress();
    progress.read();

    assertThat(progress.line(1_500))
        .isEqualTo("warm-up 1  1 of 1,500 requests  none in the last second  failed 0");
  }

  private Progress progress() {
    return new Progress(new AccessLog(log()), "warm1", new ArrayList<>());
  }

  private Path log() {
    return directory.resolve("access.log");
  }
}
