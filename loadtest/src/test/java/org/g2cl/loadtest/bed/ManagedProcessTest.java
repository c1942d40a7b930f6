package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManagedProcessTest {
  /** On a file system that has no room, for ever. */
  private static final Path LOG = Path.of("/proc/self/comm");

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
