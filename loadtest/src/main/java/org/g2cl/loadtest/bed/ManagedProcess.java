package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Child process of the bed with a log file of its own.
 *
 * <p>Its standard input is a pipe from this JVM, so that a child which reads it notices when this
 * JVM ends.
 */
final class ManagedProcess implements NodeProcess {
  private static final Duration POLL = Duration.ofMillis(40);

  private final String name;
  private final Process process;
  private final Log log;
  private final OwnProcess own;
  private final Standstill standstill;
  private volatile Signals signals;
  private volatile Beside beside;

  private ManagedProcess(String name, Process process, Log log) {
    this.name = name;
    this.process = process;
    this.log = log;
    this.own = OwnProcess.of(name, process.pid());
    this.signals = Signals.to(process);
    this.beside = Beside.child(process);
    this.standstill = new Standstill(process, () -> signals);
  }

  static ManagedProcess start(
      String name, List<String> command, Map<String, String> environment, Path logFile) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile.toFile()));
    builder.environment().putAll(environment);
    Log log = Log.fromNow(logFile);
    try {
      return new ManagedProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw BedException.environment(
          name + " cannot be started with " + command.get(0) + ": " + e.getMessage(), e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  OwnProcess own() {
    return own;
  }

  boolean isAlive() {
    return process.isAlive();
  }

  Log log() {
    return log;
  }

  /**
   * Waits until the process has written a line with this start.
   *
   * @return the line
   * @throws BedException when the process ends first or the deadline passes; it shows the log's end
   */
  String awaitLine(String start, Duration deadline) {
    await(() -> log.lineStartingWith(start).isPresent(), "say " + start, deadline);
    return log.lineStartingWith(start).orElseThrow();
  }

  /**
   * Waits until the condition holds, as long as the process is alive, the deadline not passed, and
   * the disk not full.
   */
  void await(Supplier<Boolean> condition, String what, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    while (!condition.get()) {
      log.requireSpace();
      if (!process.isAlive()) {
        throw BedException.bed(
            name
                + " ended with exit code "
                + process.exitValue()
                + " before it could "
                + what
                + ". "
                + log.tail());
      }
      if (System.nanoTime() > end) {
        throw BedException.bed(
            "%s did not %s within %d s: give a busy or slow machine longer with --start-timeout, or start fewer nodes. %s"
                .formatted(name, what, deadline.toSeconds(), log.tail()));
      }
      pause(name);
    }
  }

  /** Signals reach it in another way than as a child of this JVM. */
  void signalBy(Signals way) {
    signals = way;
  }

  /** It runs elsewhere: this child only leads there. */
  void liveBy(Beside way) {
    beside = way;
  }

  @Override
  public boolean isHere() {
    return beside.isHere();
  }

  @Override
  public String run(Duration patience, List<String> command) {
    String pid = Long.toString(beside.pid());
    List<String> words = command.stream().map(word -> word.replace(PID, pid)).toList();
    Shell.Outcome outcome = Shell.tryRun("", beside.command(words), patience);
    if (!outcome.isOk()) {
      throw BedException.bed(
          "%s at %s (process %s) failed with code %d: %s"
              .formatted(String.join(" ", words), name, pid, outcome.code(), outcome.output()));
    }
    return outcome.output();
  }

  /** Writes to its standard input, which stays open. */
  void write(String text) {
    try {
      process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw BedException.bed(name + " does not read its settings. " + log.tail(), e);
    }
  }

  /** Kills the process as {@code kill -9} does. */
  void kill() {
    standstill.forget();
    try {
      signals.send("KILL");
    } finally {
      process.destroyForcibly();
    }
  }

  /** Halts the process until {@link #resume}. */
  void pause() {
    standstill.begin();
  }

  /** Lets a halted process go on. */
  void resume() {
    standstill.end();
  }

  /**
   * Asks the process to end, and kills it when it takes longer than the grace.
   *
   * @return whether it ended by itself
   */
  boolean stop(Duration grace) {
    standstill.end();
    signals.send("TERM");
    try {
      if (!process.waitFor(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        OwnProcess.killTree(process.toHandle());
        process.waitFor(5, TimeUnit.SECONDS);
        return false;
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      OwnProcess.killTree(process.toHandle());
      return false;
    }
  }

  private static void pause(String name) {
    try {
      TimeUnit.NANOSECONDS.sleep(POLL.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BedException.bed("interrupted while waiting for " + name, e);
    }
  }
}
