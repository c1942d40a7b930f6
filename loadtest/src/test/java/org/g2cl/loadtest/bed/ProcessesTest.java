package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
  private static final int ROUNDS_OF_CLIENTS = 5_000;

  @TempDir private Path directory;

  @Test
  void shouldForgetTheClientsOfEarlierRounds() throws IOException {
    Processes processes = new Processes(directory, () -> state(List.of()));
    processes.guard(directory.resolve("none"));
    try {
      OwnProcess ended = new OwnProcess("ab 1", Long.MAX_VALUE, "1");
      for (int i = 0; i < ROUNDS_OF_CLIENTS; i++) {
        processes.adopt(ended);
      }
      processes.write();

      List<OwnProcess> known = BedState.read(BedState.file(directory)).orElseThrow().processes();
      assertThat(known).hasSizeLessThan(ROUNDS_OF_CLIENTS / 10);
      assertThat(known).extracting(OwnProcess::name).contains("guardian");
    } finally {
      processes.end();
    }
  }

  private static BedState state(List<OwnProcess> processes) {
    OwnProcess owner = OwnProcess.of("ha", ProcessHandle.current().pid());
    return new BedState(owner, "", "", List.of(), processes);
  }
}
