package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Short commands of the system, each ended after ten seconds or what else is given. */
final class Shell {
  /** The shell that a bed needs anyway. */
  static final String BASH = "bash";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Shell() {}

  /**
   * Outcome of a command.
   *
   * @param code exit code; -1 when it did not end in time or cannot be started
   * @param output what it printed, errors included
   */
  record Outcome(int code, String output) {
    boolean isOk() {
      return code == 0;
    }
  }

  /** Sends a signal by the shell's own kill: Debian's small images have no such program. */
  static Outcome signal(String shell, String name, long pid) {
    return tryRun(shell, "-c", "kill -s \"$0\" -- \"$1\"", name, Long.toString(pid));
  }

  /** Runs a command. */
  static Outcome tryRun(String... command) {
    return tryRun("", List.of(command));
  }

  /** Runs a command that reads a text. */
  static Outcome tryRun(String input, List<String> command) {
    return tryRun(input, command, PATIENCE);
  }

  /** Runs a command that reads a text and may take this long. */
  static Outcome tryRun(String input, List<String> command, Duration patience) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      try (var in = process.getOutputStream()) {
        in.write(input.getBytes(StandardCharsets.UTF_8));
      }
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        return new Outcome(-1, "it did not end within " + patience.toSeconds() + " s");
      }
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return new Outcome(process.exitValue(), output);
    } catch (IOException e) {
      return new Outcome(-1, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome(-1, "interrupted");
    }
  }

  /**
   * Runs a command that must succeed.
   *
   * @throws BedException with its output when it does not
   */
  static void run(String input, List<String> command) {
    Outcome outcome = tryRun(input, command);
    if (!outcome.isOk()) {
      throw BedException.bed(
          "%s failed with code %d: %s; it was to do: %s"
              .formatted(
                  String.join(" ", command),
                  outcome.code(),
                  outcome.output(),
                  input.strip().replace("\n", "; ")));
    }
  }
}
