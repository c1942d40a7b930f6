package org.g2cl.sample.jonas.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir private Path work;

  @Test
  void shouldStandStillAgainWhenSomethingElseHasLetItGoOn() throws Exception {
    try (Node node = Node.start("sleeper", List.of("sleep", "600"), work.resolve("log"))) {
      assertThat(node.isPaused()).isFalse();
      node.pause(true);
      await().atMost(PATIENCE).until(node::isPaused);
      node.pause(false); // as the kernel does when the shell in whose background it runs ends
      await().atMost(PATIENCE).until(() -> !node.isPaused());
      node.keepPaused();
      await().atMost(PATIENCE).until(node::isPaused);
      node.pause(false);
      await().atMost(PATIENCE).until(() -> !node.isPaused());
    }
  }
}
