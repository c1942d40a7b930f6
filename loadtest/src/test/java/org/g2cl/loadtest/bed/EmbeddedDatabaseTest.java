package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedDatabaseTest {
  /** Keeps the unpacked PostgreSQL from test to test. */
  private static final Path BINARIES = Path.of("target", "bed-test", "embedded-postgresql");

  @TempDir private Path directory;

  @Test
  void shouldSayThatThereAreNoBinariesForTheArchitecture() {
    assertThat(EmbeddedDatabase.advice("aarch64"))
        .contains("is for x86-64, and this machine is aarch64")
        .doesNotContain("namespaces");
    assertThat(EmbeddedDatabase.advice("amd64")).contains("user namespaces");
  }

  @Test
  void shouldLetNobodyElseInNorChangeWhatItRuns() throws IOException {
    Path data = directory.resolve("data");
    Path log = directory.resolve("postgresql.log");
    int port;
    try (Ports ports = Ports.free()) {
      port = ports.take();
    }
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(data, BINARIES, "127.0.0.1", port, log)) {
      DatabaseAccess access = database.access();
      access.requireReachable();
      assertThatThrownBy(new DatabaseAccess(access.url(), "postgres", "")::requireReachable)
          .hasMessageContaining("password");
      assertThatThrownBy(new DatabaseAccess(access.url(), "postgres", "postgres")::requireReachable)
          .hasMessageContaining("password");
      assertThat(Files.getPosixFilePermissions(BINARIES))
          .isEqualTo(PosixFilePermissions.fromString("rwx------"));
      await("the password's file is gone, and those of other tests' databases")
          .until(
              () ->
                  Arrays.stream(BINARIES.toFile().list())
                      .noneMatch(name -> name.startsWith("password")));
    }
  }
}
