package org.g2cl.loadtest.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Requests under way, one {@code ab} per client. */
public final class Round {
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
