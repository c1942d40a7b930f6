package org.g2cl.loadtest.bed;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * PostgreSQL server of the bed, unpacked from a jar. Its data are dropped with the bed.
 *
 * <p>PostgreSQL refuses to run as root; the library then starts it in a user namespace, where it
 * may still do to root's files what root may. So nobody else logs in: the password is made for the
 * run.
 */
final class EmbeddedDatabase implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final Duration LONGEST_START = Duration.ofSeconds(60);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(5);

  /** Those that loadtest's pom.xml keeps binaries for. */
  private static final Set<String> ARCHITECTURES = Set.of("amd64", "x86_64");

  private static final String AUTHENTICATION = "scram-sha-256";

  private final EmbeddedPostgres postgres;
  private final String address;
  private final String password;
  private final OwnProcess own;

  private EmbeddedDatabase(
      EmbeddedPostgres postgres, String address, String password, OwnProcess own) {
    this.postgres = postgres;
    this.address = address;
    this.password = password;
    this.own = own;
  }

  /**
   * @param home directory for its data, made anew
   * @param binaries directory that keeps the unpacked server from run to run
   * @param address address that it listens on besides 127.0.0.1
   */
  static EmbeddedDatabase start(Path home, Path binaries, String address, int port, Path log) {
    try {
      Workspace.deleteTree(home);
      Files.createDirectories(home);
      Path unpacked = own(binaries).resolve("unpacked");
      String password = Secrets.fresh();
      Path passwordFile = Files.createTempFile(binaries, "password", "");
      EmbeddedPostgres.Builder builder =
          listening(address, port, log)
              .setLocaleConfig("pwfile", Files.writeString(passwordFile, password).toString())
              .setConnectConfig("password", password)
              .setDataDirectory(home)
              .setOverrideWorkingDirectory(unpacked.toFile());
      EmbeddedPostgres postgres = start(builder, passwordFile);
      return new EmbeddedDatabase(
          postgres,
          address,
          password,
          process(home).orElseThrow(() -> new IOException("no postmaster.pid in " + home)));
    } catch (IOException | IllegalStateException e) {
      throw BedException.environment(
          "PostgreSQL cannot be started ("
              + e.getMessage()
              + "). "
              + advice(System.getProperty("os.arch"))
              + ", or name your own server with --jdbc-url. "
              + new Log(log, 0).tail(),
          e);
    }
  }

  /** What to do when it does not start. */
  static String advice(String architecture) {
    return ARCHITECTURES.contains(architecture)
        ? "As root it needs user namespaces (try: unshare -U true); run as an ordinary user"
        : "The one that comes with this project is for x86-64, and this machine is "
            + architecture
            + ": run on another machine";
  }

  /** Server that nobody without a password can use, and that writes its words into a file. */
  private static EmbeddedPostgres.Builder listening(String address, int port, Path log)
      throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setLocaleConfig("auth-local", "reject")
            .setLocaleConfig("auth-host", AUTHENTICATION)
            .setPort(port)
            .setCleanDataDirectory(false) // else its hook at the JVM's end does, beside ours
            .setPGStartupWait(LONGEST_START)
            .setServerConfig("max_connections", "200")
            .setServerConfig("listen_addresses", listen(address))
            .setOutputRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .setErrorRedirector(ProcessBuilder.Redirect.appendTo(log.toFile()));
    return address.equals(LOOPBACK)
        ? builder
        : builder.setServerConfig("hba_file", accessRules(log, address).toString());
  }

  private static EmbeddedPostgres start(EmbeddedPostgres.Builder builder, Path passwordFile)
      throws IOException {
    try {
      return builder.start();
    } finally {
      Files.delete(passwordFile);
    }
  }

  /** The library lets everybody write where it unpacks what is then run: nobody else gets there. */
  private static Path own(Path directory) throws IOException {
    Files.createDirectories(directory);
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
  }

  private static String listen(String address) {
    return address.equals(LOOPBACK) ? LOOPBACK : LOOPBACK + "," + address;
  }

  private static Path accessRules(Path log, String address) throws IOException {
    Path file = log.resolveSibling("postgresql-access.conf").toAbsolutePath();
    String rules = "host all all %s/32 %s\nhost all all %s/24 %s\n";
    return Files.writeString(
        file, rules.formatted(LOOPBACK, AUTHENTICATION, address, AUTHENTICATION));
  }

  DatabaseAccess access() {
    return new DatabaseAccess(
        "jdbc:postgresql://" + address + ":" + postgres.getPort() + "/postgres",
        "postgres",
        password);
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

  /** Ends the server; on return it has ended, also when the library ends it at the same time. */
  @Override
  public void close() {
    try {
      postgres.close();
    } catch (IOException e) {
      own.kill();
    }
    if (!own.awaitEnd(LONGEST_STOP)) {
      own.kill();
    }
  }
}
