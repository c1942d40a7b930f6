package org.g2cl.bench.report;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.g2cl.bench.worker.BenchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  @TempDir private Path folder;

  @Test
  void shouldSayWhatToDoWhenItCannotBeWritten() throws IOException {
    Files.createDirectory(folder.resolve("ring.json"));

    assertThatThrownBy(() -> new Report("ring", "how quick is it").write(folder))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("the report cannot be written into " + folder)
        .hasMessageContaining("--out");
  }
}
