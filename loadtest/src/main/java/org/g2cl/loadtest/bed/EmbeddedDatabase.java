package org.g2cl.loadtest.bed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL server of the bed, unpacked from a jar. Its data are dropped with the bed.
 *
 * <p>PostgreSQL refuses to run as root; the library then starts it in a user namespace.
 */
final class EmbeddedDatabase implements AutoCloseable {
  private final EmbeddedPostgres postgres;
  private final OwnProcess own;

  private EmbeddedDatabase(EmbeddedPostgres postgres, OwnProcess own) {
    this.postgres = postgres;
    this.own = own;
  }

  /**
   * @param home directory for its data, made anew
   * @param binaries directory that keeps the unpacked server from run to run
   */
  static EmbeddedDatabase start(Path home, Path binaries, int port, Path log) {
    try {
      Files.createDirectories(home);
      Files.createDirectories(binaries);
      EmbeddedPostgres postgres =
          EmbeddedPostgres.builder()
              .setPort(port)
              .setDataDirectory(home)
              .setOverrideWorkingDirectory(binaries.toFile())
              .setCleanDataDirectory(true)
              .setPGStartupWait(Duration.ofSeconds(60))
              .setServerConfig("max_connections", "200")
              .setServerConfig("listen_addresses", "127.0.0.1")
              .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .start();
      return new EmbeddedDatabase(
          postgres,
          process(home).orElseThrow(() -> new IOException("no postmaster.pid in " + home)));
    } catch (IOException | IllegalStateException e) {
      throw BedException.environment(
          "PostgreSQL cannot be started ("
              + e.getMessage()
              + "). As root it needs user namespaces (try: unshare -U true); run as an ordinary user, or"
              + " name your own server with --jdbc-url. "
              + new Log(log).tail(),
          e);
    }
  }

  DatabaseAccess access() {
    return new DatabaseAccess(
        "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres", "postgres", "");
  }

  OwnProcess own() {
    return own;
  }

  /** The server that runs on this data directory, by the file that it keeps there. */
  static Optional<OwnProcess> process(Path home) {
    try {
      List<String> lines = Files.readAllLines(home.resolve("postmaster.pid"));
      return Optional.of(OwnProcess.of("postgresql", Long.parseLong(lines.get(0).trim())));
    } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      own.kill();
    }
  }
}
