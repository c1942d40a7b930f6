package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BusinessCommandTest {
  private static final DatabaseAccess DATABASE =
      new DatabaseAccess("jdbc:postgresql://127.0.0.1/shop?sslpassword=hidden3", "me", "hidden1");

  private final BedSettings settings =
      BedSettings.builder(Path.of("target"), Path.of("target"), "Node").build();

  @Test
  void shouldGiveSecretsByTheEnvironmentOnly() {
    var command = new BusinessCommand(settings, DATABASE, Optional.of("hidden2"));

    assertThat(command.environment())
        .isEqualTo(Map.of("HA_DB_PASSWORD", "hidden1", "G2CL_SECRET", "hidden2"));
    assertThat(command.arguments(place(), List.of()))
        .contains("--db-user", "me")
        .noneMatch(argument -> argument.contains("hidden1") || argument.contains("hidden2"));
  }

  @Test
  void shouldNameThePeersOfAllNodesButTheFirst() {
    var command = new BusinessCommand(settings, DATABASE, Optional.empty());

    assertThat(command.arguments(place(), List.of())).doesNotContain("--peers");
    assertThat(command.arguments(place(), List.of("a:1", "b:2")))
        .containsSequence("--peers", "a:1,b:2");
  }

  @Test
  void shouldNotShowAPassword() {
    assertThat(DATABASE).hasToString("jdbc:postgresql://127.0.0.1/shop?sslpassword=*** as me");
  }

  private static Business.Place place() {
    return new Business.Place(
        "business1", new LoopbackHosts(Ports.free()).of("business1"), 1, 2, 3, 4);
  }
}
