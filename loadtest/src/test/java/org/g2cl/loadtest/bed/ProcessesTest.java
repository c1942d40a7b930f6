package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessesTest {
  private static final int ROUNDS_OF_CLIENTS = 5_000;
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

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

  @Test
  void shouldEndAProcessAndItsWorkerWhoseStartIsUnderWayWhenItIsStopped() throws Exception {
    Processes processes = new Processes(directory, () -> state(List.of()));
    processes.guard(directory.resolve("none"));
    List<String> order = new CopyOnWriteArrayList<>();
    List<ProcessHandle> tree = new CopyOnWriteArrayList<>();
    Thread stopping =
        new Thread(
            () -> {
              processes.stop(Duration.ofMillis(1));
              order.add("stopped");
            });
    try {
      assertThatThrownBy(
              () ->
                  processes.start(
                      () -> {
                        ManagedProcess parent = parent(tree);
                        processes.close();
                        stopping.start();
                        await().until(() -> waits(stopping) || !stopping.isAlive());
                        order.add("started");
                        return parent;
                      }))
          .isInstanceOf(BedException.class)
          .hasMessageContaining("the bed is closed");

      stopping.join(TEN_SECONDS.toMillis());
      assertThat(order).containsExactly("started", "stopped");
      assertThat(tree)
          .hasSize(2)
          .allSatisfy(process -> assertThat(process.onExit()).succeedsWithin(TEN_SECONDS));
    } finally {
      tree.forEach(ProcessHandle::destroyForcibly);
      processes.end();
    }
  }

  @Test
  void shouldLeaveNoFileOfABedThatWasClosedWhileANodeStopped() throws IOException {
    Path file = BedState.file(directory);
    Processes processes = new Processes(directory, () -> state(List.of()));
    processes.write();
    assertThat(file).exists();

    processes.end();
    processes.write(); // of the node, which has stopped only now

    assertThat(directory).isEmptyDirectory();
  }

  /** A shell that waits for a worker. */
  private ManagedProcess parent(List<ProcessHandle> tree) {
    ManagedProcess parent =
        ManagedProcess.start(
            "httpd",
            List.of("bash", "-c", "sleep 60 & wait"),
            Map.of(),
            directory.resolve("error.log"));
    ProcessHandle handle = ProcessHandle.of(parent.own().pid()).orElseThrow();
    await().until(() -> handle.children().count() == 1);
    tree.add(handle);
    handle.children().forEach(tree::add);
    return parent;
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  private static BedState state(List<OwnProcess> processes) {
    OwnProcess owner = OwnProcess.of("ha", ProcessHandle.current().pid());
    return new BedState(owner, "", "", List.of(), processes);
  }
}
