package org.g2cl.loadtest.bed;

import java.io.IOException;
import java.nio.file.Path;

/** Database of a bed: the one that the settings name, or an embedded PostgreSQL. */
final class BedDatabase {
  private final BedSettings settings;
  private final Processes processes;
  private volatile DatabaseAccess access;
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
    EmbeddedDatabase server =
        EmbeddedDatabase.start(
            home(),
            settings.binaries(),
            hosts.bedAddress(),
            port,
            settings.directory().resolve("logs").resolve("postgresql.log"));
    synchronized (this) {
      embedded = server;
    }
    processes.adopt(server.own());
    access = server.access();
  }

  /** Also ends a server that was about to start when the bed was closed. */
  void close() throws IOException {
    EmbeddedDatabase server;
    synchronized (this) {
      server = embedded;
    }
    if (server != null) {
      server.close();
    } else {
      EmbeddedDatabase.process(home()).ifPresent(OwnProcess::kill);
    }
    Workspace.deleteTree(home());
  }
}
