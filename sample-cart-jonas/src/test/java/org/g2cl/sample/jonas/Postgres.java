package org.g2cl.sample.jonas;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.g2cl.jgcs.tck.FreePorts;

/**
 * PostgreSQL server of a test, unpacked from a jar.
 *
 * <p>The library would take a port of those that outgoing connections get, and let seconds pass
 * before its server listens there.
 */
final class Postgres {
  private Postgres() {}

  static EmbeddedPostgres start(Class<?> test) throws IOException {
    Path home = Files.createDirectories(Ours.work(test).toAbsolutePath());
    return EmbeddedPostgres.builder()
        .setPort(FreePorts.next())
        .setOverrideWorkingDirectory(home.resolve("binaries").toFile())
        .setDataDirectory(home.resolve("data"))
        .setCleanDataDirectory(true)
        .setServerConfig("listen_addresses", "127.0.0.1")
        .setPGStartupWait(Duration.ofSeconds(60))
        .start();
  }

  static String url(EmbeddedPostgres postgres) {
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/postgres";
  }
}
