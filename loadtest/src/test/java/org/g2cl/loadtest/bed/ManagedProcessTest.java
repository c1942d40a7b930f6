package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagedProcessTest {
  /** On a file system that has no room, for ever. */
  private static final Path LOG = Path.of("/proc/self/comm");

  @TempDir private Path directory;

  @Test
  void shouldNameANodeThatDoesNotGetReadyTheOptionAndItsLog() {
    Path log = directory.resolve("business2.log");
    ManagedProcess node =
        ManagedProcess.start(
            "business2", List.of("bash", "-c", "echo hanging; exec sleep 30"), Map.of(), log);
    try {
      assertThatThrownBy(() -> node.awaitLine("READY", Duration.ofSeconds(1)))
          .isInstanceOf(BedException.class)
          .hasMessageContainingAll(
              "business2 did not say READY within 1 s",
              "--start-timeout",
              "Last lines of " + log,
              "hanging");
    } finally {
      node.kill();
    }
  }

  @Test
  void shouldSayThatTheDiskIsFullInPlaceOfThatANodeIsSlow() {
    ManagedProcess node = ManagedProcess.start("a", List.of("sleep", "30"), Map.of(), LOG);
    try {
      assertThatThrownBy(() -> node.awaitLine("READY", Duration.ofSeconds(2)))
          .isInstanceOf(BedException.class)
          .hasMessageContaining("the disk is full")
          .hasMessageContaining("--out");
    } finally {
      node.kill();
    }
  }
}
