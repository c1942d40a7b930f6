package org.g2cl.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.g2cl.bench.worker.WorkerJvms;
import org.g2cl.bench.worker.Workers;

/** Measurements run by the command line, and their reports. */
final class BenchRun {
  private final Path folder;
  private final Function<WorkerJvms, Workers> workers;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private BenchRun(Path folder, Function<WorkerJvms, Workers> workers) {
    this.folder = folder;
    this.workers = workers;
  }

  /** With threads of this JVM as workers. */
  static BenchRun byThreads(Path folder) {
    return new BenchRun(folder, jvms -> Workers.threads());
  }

  /** With workers in JVMs of their own, as outside of tests. */
  static BenchRun byJvms(Path folder) {
    return new BenchRun(folder, jvms -> jvms);
  }

  JsonNode report(String measurement, String... options) throws IOException {
    List<String> arguments =
        Stream.concat(Stream.of(measurement, "--out=" + folder), Stream.of(options)).toList();
    int code =
        Main.commandLine(workers)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments.toArray(String[]::new));
    assertThat(code).as(() -> out + "\n" + err).isZero();
    return new ObjectMapper().readTree(folder.resolve(measurement + ".json").toFile());
  }

  String printed() {
    return out.toString();
  }
}
