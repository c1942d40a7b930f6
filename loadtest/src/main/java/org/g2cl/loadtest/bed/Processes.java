package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Processes of a bed: those that must run, and all that must not outlive it. They are known to the
 * {@link Guardian} and stand in the bed's file. Thread-safe.
 */
final class Processes {
  private static final int FIRST_LOOK = 256;

  /** To start a process takes milliseconds, or a busy machine. */
  private static final Duration LONGEST_START = Duration.ofSeconds(10);

  private final Path stateFile;
  private final Supplier<BedState> address;

  // guarded by this
  private final List<ManagedProcess> needed = new ArrayList<>();
  private final List<OwnProcess> others = new ArrayList<>();
  private Guardian guardian;
  private boolean closed;
  private boolean ended;
  private int starting;
  private int nextLook = FIRST_LOOK;

  /**
   * @param directory directory of the bed
   * @param address the bed's state but for its processes
   */
  Processes(Path directory, Supplier<BedState> address) {
    this.stateFile = BedState.file(directory);
    this.address = address;
  }

  synchronized void guard(Path disposable) {
    requireOpen();
    guardian = Guardian.start(disposable);
    others.add(OwnProcess.of("guardian", guardian.pid()));
  }

  /**
   * Starts a process that is needed from now on. When the bed is closed meanwhile it is ended with
   * its children, before {@link #stop} returns.
   */
  ManagedProcess start(Supplier<ManagedProcess> start) {
    synchronized (this) {
      requireOpen();
      starting++;
    }
    try {
      ManagedProcess process = start.get();
      if (!add(process)) {
        process.own().kill();
        process.kill(); // where it runs on another host
      }
      requireOpen();
      write();
      return process;
    } finally {
      synchronized (this) {
        starting--;
        notifyAll();
      }
    }
  }

  private synchronized boolean add(ManagedProcess process) {
    if (closed) {
      return false;
    }
    needed.add(process);
    guardian.add(process.own());
    return true;
  }

  /** Adds a process that ends with the bed. */
  synchronized void adopt(OwnProcess process) {
    if (closed) {
      process.kill();
      throw BedException.bed("the bed is closed");
    }
    if (others.size() >= nextLook) { // a load of many rounds adopts many that end soon
      forgetEnded();
      nextLook = Math.max(FIRST_LOOK, 2 * others.size());
    }
    others.add(process);
    guardian.add(process);
  }

  private void forgetEnded() {
    List<OwnProcess> ended = others.stream().filter(other -> !other.isAlive()).toList();
    others.removeAll(ended);
    ended.forEach(guardian::remove);
  }

  /** From now on the process may end; the bed's file tells once it is written. */
  synchronized void release(ManagedProcess process) {
    needed.remove(process);
  }

  synchronized void requireOpen() {
    if (closed) {
      throw BedException.bed("the bed is closed");
    }
  }

  /** Fails when a process that should run has ended. */
  synchronized void check() {
    for (ManagedProcess process : needed) {
      if (!process.isAlive()) {
        throw BedException.bed(
            process.name() + " has ended while it was needed. " + process.log().tail());
      }
    }
  }

  /** Business and web nodes that run. */
  synchronized List<NodeProcess> nodes() {
    return needed.stream()
        .filter(process -> process.name().matches("(business|web)\\d+"))
        .<NodeProcess>map(process -> process)
        .toList();
  }

  /** Refuses further processes; false when that was done before. */
  synchronized boolean close() {
    boolean open = !closed;
    closed = true;
    return open;
  }

  /**
   * Stops the processes there are, and kills those that cannot be stopped; to be called when it is
   * closed.
   *
   * @throws BedException when one was not reached; it names all of these
   */
  void stop(Duration grace) {
    List<ManagedProcess> running;
    synchronized (this) {
      running = List.copyOf(needed);
    }
    List<String> failures = new CopyOnWriteArrayList<>();
    try {
      Parallel.run(
          running.stream().<Runnable>map(process -> () -> stop(process, grace, failures)).toList());
    } finally {
      running.forEach(process -> process.own().kill());
      awaitStarts();
    }
    if (!failures.isEmpty()) {
      throw BedException.bed(String.join("; ", failures));
    }
  }

  private static void stop(ManagedProcess process, Duration grace, List<String> failures) {
    try {
      process.stop(grace);
    } catch (RuntimeException e) {
      failures.add("%s could not be stopped (%s)".formatted(process.name(), e.getMessage()));
    }
  }

  private synchronized void awaitStarts() {
    long end = System.nanoTime() + LONGEST_START.toNanos();
    try {
      while (starting > 0 && System.nanoTime() < end) {
        wait(LONGEST_START.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Dismisses the guardian and deletes the file; to be called when everything has ended. */
  synchronized void end() throws IOException {
    ended = true;
    if (guardian != null) {
      guardian.close();
    }
    Files.deleteIfExists(stateFile);
  }

  /** Writes the bed's file; not after {@link #end}, for a process may take long to stop. */
  void write() {
    BedState rest = address.get();
    synchronized (this) {
      if (ended) {
        return;
      }
      List<OwnProcess> all = new ArrayList<>(others);
      needed.forEach(process -> all.add(process.own()));
      new BedState(rest.owner(), rest.url(), rest.database(), rest.business(), all)
          .write(stateFile);
    }
  }
}
