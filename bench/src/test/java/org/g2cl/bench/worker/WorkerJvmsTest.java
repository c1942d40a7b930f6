package org.g2cl.bench.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkerJvmsTest {
  @TempDir private Path logs;

  @Test
  void shouldAskAJvmOfItsOwnAndHearItsFailure() {
    WorkerJvms jvms = new WorkerJvms(logs, 32, List.of("-DisWorker=%n"), List.of(), null);
    try (Crew crew = jvms.start(1)) {
      Worker worker = crew.worker(0);

      assertThat(worker.tell(Talker.class, "pid").asLong())
          .isPositive()
          .isNotEqualTo(ProcessHandle.current().pid());
      assertThat(worker.tell(Talker.class, "property", "name", "isWorker").asText())
          .startsWith("worker");
      assertThatThrownBy(() -> worker.tell(Talker.class, "fail"))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("it was told to")
          .hasMessageContaining("its log is");
      assertThatThrownBy(() -> worker.tell(Talker.class, "end"))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("has ended");
    }
  }

  @Test
  void shouldShowWhyAWorkerDidNotStart() {
    WorkerJvms jvms = new WorkerJvms(logs, 32, List.of("-Xfoo"), List.of(), null);
    try (Crew crew = jvms.start(1)) {
      assertThatThrownBy(() -> crew.worker(0).tell(Talker.class, "pid"))
          .isInstanceOf(BenchException.class)
          .hasMessageMatching(
              "(?s)worker\\d+ has ended; its log is .*Unrecognized option: -Xfoo.*");
    }
  }

  @Test
  void shouldShowThatAWorkerRanOutOfMemory() {
    WorkerJvms jvms = new WorkerJvms(logs, 32, List.of(), List.of(), null);
    try (Crew crew = jvms.start(1)) {
      assertThatThrownBy(() -> crew.worker(0).tell(Talker.class, "hoard"))
          .isInstanceOf(BenchException.class)
          .hasMessageContaining("java.lang.OutOfMemoryError");
    }
  }

  @Test
  void shouldNameTheFolderThatItCannotWriteTo() throws IOException {
    Path file = Files.createFile(logs.resolve("file"));
    WorkerJvms jvms = new WorkerJvms(file.resolve("logs"), 32, List.of(), List.of(), null);
    assertThatThrownBy(() -> jvms.start(1))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("--out");
  }

  /** Role that answers simple things. */
  public static final class Talker implements Role {
    /** For the worker. */
    public Talker() {}

    @Override
    public Object handle(String verb, Arguments arguments) {
      System.out.println("this is no answer");
      return switch (verb) {
        case "pid" -> ProcessHandle.current().pid();
        case "property" -> System.getProperty(arguments.text("name"));
        case "hoard" -> new byte[1 << 30];
        case "end" -> {
          Runtime.getRuntime().halt(3);
          yield null;
        }
        default -> throw new IllegalStateException("it was told to " + verb);
      };
    }

    @Override
    public void close() {}
  }
}
