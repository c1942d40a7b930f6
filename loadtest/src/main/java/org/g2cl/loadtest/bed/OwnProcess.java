package org.g2cl.loadtest.bed;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * Process that a bed started, told apart from a later one with the same id by its start time.
 *
 * @param name what it is in the bed
 * @param pid process id
 * @param started start time as the kernel counts it (clock ticks since boot), or empty where the
 *     system has no {@code /proc}
 */
public record OwnProcess(String name, long pid, String started) {
  private static final Duration POLL = Duration.ofMillis(20);

  /** The process with this id, as it is now. */
  public static OwnProcess of(String name, long pid) {
    return new OwnProcess(name, pid, startTime(pid).orElse(""));
  }

  /** Whether this very process still runs: same id, same start time, not a zombie. */
  public boolean isAlive() {
    return !started.isEmpty() && startTime(pid).filter(started::equals).isPresent();
  }

  /** Ends the process and its children without asking; nothing happens when it is gone. */
  public void kill() {
    if (isAlive()) {
      ProcessHandle.of(pid).ifPresent(OwnProcess::killTree);
    }
  }

  /** Waits until it has ended, for so long at most; returns whether it has. */
  boolean awaitEnd(Duration longest) {
    long end = System.nanoTime() + longest.toNanos();
    while (isAlive() && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL.toNanos());
    }
    return !isAlive();
  }

  /** Kills what this JVM has started, at whatever remove, with this word on its command line. */
  static void killDescendantsWith(String word) {
    ProcessHandle.current()
        .descendants()
        .filter(process -> hasWord(process, word))
        .toList()
        .forEach(OwnProcess::killTree);
  }

  private static boolean hasWord(ProcessHandle process, String word) {
    return process.info().arguments().filter(words -> List.of(words).contains(word)).isPresent();
  }

  /**
   * httpd's workers outlive a parent that was killed; so they are ended with it. It is halted
   * first: else it may start one after the look at its children.
   */
  static void killTree(ProcessHandle process) {
    Shell.signal(Shell.BASH, "STOP", process.pid());
    List<ProcessHandle> children = process.descendants().toList();
    process.destroyForcibly();
    children.forEach(ProcessHandle::destroyForcibly);
  }

  private static Optional<String> startTime(long pid) {
    return ProcessStat.of(pid).filter(stat -> stat.state() != 'Z').map(ProcessStat::started);
  }
}
