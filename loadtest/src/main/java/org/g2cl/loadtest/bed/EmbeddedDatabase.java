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
  private static final String LOOPBACK = "127.0.0.1";

  private final EmbeddedPostgres postgres;
  private final String address;
  private final OwnProcess own;

  private EmbeddedDatabase(EmbeddedPostgres postgres, String address, OwnProcess own) {
    this.postgres = postgres;
    this.address = address;
    this.own = own;
  }

  /**
   * @param home directory for its data, made anew
   * @param binaries directory that keeps the unpacked server from run to run
   * @param address address that it listens on besides 127.0.0.1; whoever reaches that may log in
   */
  static EmbeddedDatabase start(Path home, Path binaries, String address, int port, Path log) {
    try {
      Files.createDirectories(home);
      Files.createDirectories(binaries);
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setPort(port)
              .setDataDirectory(home)
              .setOverrideWorkingDirectory(binaries.toFile())
              .setCleanDataDirectory(true)
              .setPGStartupWait(Duration.ofSeconds(60))
              .setServerConfig("max_connections", "200")
              .setServerConfig("listen_addresses", listen(address))
              .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
              .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()));
      if (!address.equals(LOOPBACK)) {
        builder.setServerConfig("hba_file", accessRules(log, address).toString());
      }
      EmbeddedPostgres postgres = builder.start();
      return new EmbeddedDatabase(
          postgres,
          address,
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

  private static String listen(String address) {
    return address.equals(LOOPBACK) ? LOOPBACK : LOOPBACK + "," + address;
  }

  /** Everybody in the network of the address may log in: it is the bed's own. */
  private static Path accessRules(Path log, String address) throws IOException {
    Path file = log.resolveSibling("postgresql-access.conf").toAbsolutePath();
    String rules = "local all all trust\nhost all all %s/32 trust\nhost all all %s/24 trust\n";
    return Files.writeString(file, rules.formatted(LOOPBACK, address));
  }

  DatabaseAccess access() {
    return new DatabaseAccess(
        "jdbc:postgresql://" + address + ":" + postgres.getPort() + "/postgres", "postgres", "");
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
