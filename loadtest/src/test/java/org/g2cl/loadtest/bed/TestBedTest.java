package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TestBedTest {
  private static final Path DIRECTORY = Path.of("target", "bed-test", "closing").toAbsolutePath();

  private static Tools tools;

  @BeforeAll
  static void needTools() {
    try {
      tools = Tools.find();
    } catch (BedException e) {
      Assumptions.abort(e.getMessage());
    }
  }

  /** As when Ctrl-C comes while a run ends: the JVM must not end before the bed has. */
  @Test
  void shouldReturnFromCloseOnlyWhenAllHasEndedWhicheverThreadEndsIt() throws Exception {
    TestBed bed = new TestBed(settings(), tools, progress -> {});
    bed.start();
    Path file = DIRECTORY.resolve("bed.json");
    assertThat(file).exists();

    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Boolean> close =
          () -> {
            bed.abort();
            return Files.exists(file);
          };
      for (Future<Boolean> left : threads.invokeAll(List.of(close, close), 60, TimeUnit.SECONDS)) {
        assertThat(left.get()).as("bed.json is there after close").isFalse();
      }
    } finally {
      threads.shutdownNow();
      bed.close();
    }
  }

  private static BedSettings settings() {
    return BedSettings.builder(
            DIRECTORY,
            DIRECTORY.resolveSibling("embedded-postgresql"),
            "org.g2cl.loadtest.command.StandIns")
        .business(2, NodeShape.ofHeap(48))
        .web(0, NodeShape.ofHeap(48))
        .build();
  }
}
