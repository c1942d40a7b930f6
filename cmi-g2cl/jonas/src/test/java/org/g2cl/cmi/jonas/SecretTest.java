package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.g2cl.registry.Registry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Settings of the system that {@link Config} has no attribute for reach the group too. */
class SecretTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String SECRET = "the-secret-of-the-servers";

  private final Members members = new Members();

  @AfterEach
  void stop() {
    System.clearProperty("g2cl.secret");
    System.clearProperty("g2cl.secret-file");
    System.clearProperty("g2cl.join-timeout");
    members.close();
  }

  private JonasGroup join(String secret) {
    System.setProperty("g2cl.join-timeout", "PT10S");
    System.setProperty("g2cl.secret", secret);
    return members.join();
  }

  @Test
  void shouldKeepServerOutThatHasAnotherSecret() throws Exception {
    Registry a = join(SECRET).registry();
    Registry b = join(SECRET).registry();
    a.rebind("name", "value");
    await().atMost(PATIENCE).until(() -> b.lookup("name").isPresent());

    assertThatThrownBy(() -> join("some-other-secret-of-16"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("a key that this member does not have");
  }

  @Test
  void shouldSayWhatToSetWhenServerHasNoSecretAndTheOthersHave() {
    join(SECRET);
    System.setProperty("g2cl.join-timeout", "PT10M");
    System.clearProperty("g2cl.secret");
    assertTimeoutPreemptively(
        PATIENCE, // long before the time to join is over
        () ->
            assertThatThrownBy(members::join)
                .isInstanceOf(JonasConfigurationException.class)
                .hasMessageContaining("do not understand each other")
                .hasMessageContaining(
                    "Set the same g2cl.secret (or g2cl.secret-file) and g2cl.chain on all"));
  }

  private JonasGroup joinByFile(Path file) {
    System.setProperty("g2cl.secret-file", file.toString());
    return members.join();
  }

  @Test
  void shouldNameSettingPathAndMendWhenTheFileOfTheSecretIsNoneOrEmpty(@TempDir Path directory)
      throws Exception {
    Path empty = Files.createFile(directory.resolve("empty"));
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> joinByFile(missing))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.secret-file is '" + missing + "'")
        .hasMessageContaining("there is no such file; write it");
    assertThatThrownBy(() -> joinByFile(directory))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.secret-file is '" + directory + "'")
        .hasMessageContaining("it must be a file with a secret");
    assertThatThrownBy(() -> joinByFile(empty))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.secret-file is '" + empty + "'")
        .hasMessageContaining("holds no secret; write one into it");
  }

  @Test
  void shouldWarnWhenEveryUserCanReadTheFileOfTheSecret(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("secret"), SECRET);
    try (LogLines log = new LogLines(JonasGroup.class)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
      joinByFile(file);
      assertThat(log.lines()).noneMatch(line -> line.contains(file.toString()));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      joinByFile(file);
      assertThat(log.lines())
          .filteredOn(line -> line.contains(file.toString()))
          .singleElement()
          .asString()
          .contains("g2cl.secret-file")
          .contains("600 (chmod)");
    }
  }

  @Test
  void shouldNameTheSettingOfSecretThatIsTooShort() {
    assertThatThrownBy(() -> join("short"))
        .isInstanceOf(JonasConfigurationException.class)
        .hasMessageContaining("g2cl.secret")
        .hasMessageContaining("a secret must have")
        .hasMessageNotContaining("crypto.")
        .hasMessageNotContaining("short'");
  }
}
