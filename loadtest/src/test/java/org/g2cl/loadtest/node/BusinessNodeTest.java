package org.g2cl.loadtest.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.bed.BedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BusinessNodeTest {
  private static NodeSettings onOpenNetwork(String jdbcUrl, Map<String, String> settings) {
    return new NodeSettings(
        "business1",
        "192.0.2.7",
        4201,
        "shop",
        7801,
        List.of("192.0.2.8:7801"),
        Duration.ofSeconds(1),
        true,
        1,
        jdbcUrl,
        "shop",
        "shop",
        settings);
  }

  @Test
  void shouldNotStartWithoutASecretWhereOthersReachIt() {
    NodeSettings settings = onOpenNetwork("jdbc:postgresql://192.0.2.9/shop", Map.of());

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("--host 192.0.2.7")
        .hasMessageContaining("which others can reach")
        .hasMessageContaining("g2cl.unprotected=true")
        .hasMessageContaining("G2CL_SECRET_FILE");
  }

  @Test
  void shouldSpeakOfNoAddressWhenSettingsOfTlsAreWrong(@TempDir Path folder) throws Exception {
    Path stack = Files.writeString(folder.resolve("tls.properties"), "tls-keystore=node1.p12\n");
    NodeSettings settings =
        onOpenNetwork("jdbc:postgresql://192.0.2.9/shop", Map.of("g2cl.stack", stack.toString()));

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("TLS needs all of")
        .message()
        .doesNotContain("--host", "G2CL_SECRET");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jgroups", "direct"})
  void shouldGoOnWithoutASecretWhenAskedForByName(String engine) {
    NodeSettings settings =
        onOpenNetwork("mysql:none", Map.of("g2cl.engine", engine, "g2cl.unprotected", "true"));

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .as("the next that is wrong")
        .hasMessageContaining("--jdbc-url");
  }

  @Test
  void shouldNotTakeASecretForProtectionThatTheEngineHasNoUseFor() {
    NodeSettings settings =
        onOpenNetwork(
            "jdbc:postgresql://192.0.2.9/shop",
            Map.of("g2cl.engine", "direct", "g2cl.secret", "the-secret-of-the-nodes"));

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContaining("Engine direct takes no secret");
  }

  @Test
  void shouldSayWhichJdbcUrlsThereAreAlsoWhenItJoinsOthers() {
    NodeSettings settings =
        new NodeSettings(
            "business2",
            "127.0.0.1",
            4202,
            "shop",
            7802,
            List.of("127.0.0.1:7801"),
            Duration.ofSeconds(1),
            true,
            1,
            "mysql://127.0.0.1/shop",
            "shop",
            "shop",
            Map.of());

    assertThatThrownBy(() -> BusinessNode.start(settings))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("'mysql://127.0.0.1/shop'", "jdbc:postgresql:", "--jdbc-url");
  }
}
