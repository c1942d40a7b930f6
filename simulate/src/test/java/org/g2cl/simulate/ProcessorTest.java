package org.g2cl.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessorTest {
  private static final Path STATUS = Path.of("/proc/thread-self/status");
  private static final Path TASKSET = Path.of("/usr/bin/taskset");

  @Test
  void shouldReadWhichProcessorsAThreadMayRunOn() {
    assertThat(Processor.allowed(List.of("Name:\tjava", "Cpus_allowed_list:\t0-2,5")))
        .containsExactly(0, 1, 2, 5);
    assertThat(Processor.allowed(List.of("Cpus_allowed_list:\t3"))).containsExactly(3);
  }

  @Test
  void shouldKeepAThreadAndThoseThatItStartsOnOneProcessorAndNoOther() throws Exception {
    assumeTrue(Files.exists(STATUS) && Files.exists(TASKSET), "no Linux with taskset");
    List<Integer> before = here();
    List<List<Integer>> seen = new ArrayList<>();
    ThrowingRunnable kept =
        () -> {
          Processor.keepTo(before.size() + 1);
          seen.add(here());
          inThread(() -> seen.add(here()));
        };

    inThread(kept);

    assertThat(seen)
        .hasSize(2)
        .containsOnly(List.of(before.get((before.size() + 1) % before.size())));
    assertThat(here()).isEqualTo(before);
  }

  private interface ThrowingRunnable {
    void run() throws Exception;
  }

  private static List<Integer> here() throws Exception {
    return Processor.allowed(Files.readAllLines(STATUS));
  }

  private static void inThread(ThrowingRunnable body) throws Exception {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    thread.join();
  }
}
