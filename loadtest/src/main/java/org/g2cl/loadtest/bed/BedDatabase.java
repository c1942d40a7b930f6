package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Database of a bed: the one that the settings name, or an embedded PostgreSQL. */
final class BedDatabase {
  private static final Duration POLL = Duration.ofMillis(50);

  private static final Duration LONGEST_DEATH = Duration.ofSeconds(5);

  /** Unpacking the server, once, takes that long, and cannot be cut short. */
  private static final Duration LONGEST_START_AFTER_CLOSE = Duration.ofSeconds(10);

  private final BedSettings settings;
  private final Processes processes;
  private volatile DatabaseAccess access;

  // guarded by this
  private boolean starting;
  private EmbeddedDatabase embedded;

  BedDatabase(BedSettings settings, Processes processes) {
    this.settings = settings;
    this.processes = processes;
  }

  /** How nodes reach it; null before the start. */
  DatabaseAccess access() {
    return access;
  }

  Path home() {
    return settings.directory().resolve("postgresql").toAbsolutePath();
  }

  void start(Hosts hosts, Ports ports) {
    if (settings.database().isPresent()) {
      settings.database().get().requireReachable();
      access = settings.database().get();
      return;
    }
    int port = ports.take();
    ports.release(port);
    EmbeddedDatabase server = embedded(hosts.bedAddress(), port);
    processes.adopt(server.own());
    access = server.access();
  }

  private EmbeddedDatabase embedded(String address, int port) {
    synchronized (this) {
      processes.requireOpen();
      starting = true;
    }
    EmbeddedDatabase server = null;
    try {
      server =
          EmbeddedDatabase.start(
              home(),
              settings.binaries(),
              address,
              port,
              settings.directory().resolve("logs").resolve("postgresql.log"));
      return server;
    } finally {
      synchronized (this) {
        embedded = server;
        starting = false;
      }
    }
  }

  /**
   * Also ends a server that was about to start when the bed was closed; to be called when {@link
   * Processes} are.
   */
  void close() throws IOException {
    EmbeddedDatabase server = endStart();
    if (server != null) {
      server.close();
    } else {
      EmbeddedDatabase.process(home()).ifPresent(BedDatabase::kill);
    }
    Workspace.deleteTree(home());
  }

  private static void kill(OwnProcess server) {
    server.kill();
    server.awaitEnd(LONGEST_DEATH);
  }

  /**
   * Whatever a start runs now, and next, is killed, until it has failed or its server, the last
   * that it runs, is there.
   */
  private synchronized EmbeddedDatabase endStart() {
    long end = System.nanoTime() + LONGEST_START_AFTER_CLOSE.toNanos();
    while (starting
        && System.nanoTime() < end
        && EmbeddedDatabase.process(home()).filter(OwnProcess::isAlive).isEmpty()) {
      OwnProcess.killDescendantsWith(home().toString());
      try {
        wait(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return embedded;
      }
    }
    return embedded;
  }
}
