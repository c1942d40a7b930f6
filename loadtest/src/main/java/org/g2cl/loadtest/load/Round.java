package org.g2cl.loadtest.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Requests under way, one {@code ab} per client. */
public final class Round {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final List<Process> processes;
  private final List<Path> reports;

  Round(List<Process> processes, List<Path> reports) {
    this.processes = List.copyOf(processes);
    this.reports = List.copyOf(reports);
  }

  /** Whether a client is still at work. */
  public boolean isRunning() {
    return processes.stream().anyMatch(Process::isAlive);
  }

  /** Clients still at work. */
  public int running() {
    return (int) processes.stream().filter(Process::isAlive).count();
  }

  /**
   * Results of the clients, in their order.
   *
   * @throws LoadException when a client gave up
   */
  public List<AbResult> results() {
    return reports.stream().map(Round::read).map(AbResult::parse).toList();
  }

  /**
   * Lets all clients work for a time from now on, and then ends them. However long it took to start
   * them, this time lies within the run of every one.
   *
   * @throws LoadException when a client ended before; it shows what ab said
   */
  public void endAfter(Duration length) throws InterruptedException {
    long end = System.nanoTime() + length.toNanos();
    try {
      for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.sleep(Math.min(left, POLL_NANOS));
        requireAllAtWork();
      }
    } finally {
      stop();
    }
  }

  private void requireAllAtWork() {
    for (int i = 0; i < processes.size(); i++) {
      if (!processes.get(i).isAlive()) {
        throw new LoadException(
            "client %d of %d ended before the part that counts did; ab said: %s"
                .formatted(i + 1, processes.size(), read(reports.get(i)).strip()));
      }
    }
  }

  /** Ends the clients that are still at work. */
  public void stop() {
    processes.forEach(Process::destroyForcibly);
  }

  private static String read(Path report) {
    try {
      return new String(Files.readAllBytes(report), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
