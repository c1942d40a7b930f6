package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    var command = new BusinessCommand(settings, DATABASE, Optional.of("hidden2"), Optional.empty());

    assertThat(command.environment())
        .isEqualTo(
            Map.of(
                "HA_JDBC_URL",
                DATABASE.url(),
                "HA_DB_PASSWORD",
                "hidden1",
                "G2CL_SECRET",
                "hidden2"));
    assertThat(command.arguments(place(), List.of()))
        .contains("--db-user", "me")
        .noneMatch(argument -> argument.contains("hidden"));
  }

  @Test
  void shouldGiveANodeOfAnotherBuildThatBuildsClassPath() {
    Build other = new Build("/other/loadtest.jar:/other/lib/*", "1234abcd");
    var command = new BusinessCommand(settings, DATABASE, Optional.empty(), Optional.of(other));

    assertThat(JavaCommand.environment(command.environment()))
        .containsEntry("CLASSPATH", "/other/loadtest.jar:/other/lib/*");
  }

  @Test
  void shouldNameThePeersOfAllNodesButTheFirst() {
    var command = new BusinessCommand(settings, DATABASE, Optional.empty(), Optional.empty());

    assertThat(command.arguments(place(), List.of())).doesNotContain("--peers");
    assertThat(command.arguments(place(), List.of("a:1", "b:2")))
        .containsSequence("--peers", "a:1,b:2");
  }

  @Test
  void shouldSendNoSecretInTheCommandForARemoteHost() {
    var command = new BusinessCommand(settings, DATABASE, Optional.of("hidden2"), Optional.empty());
    var host = new RemoteHost(SshHost.parse("me@node1"), Path.of("/opt/g2cl"), 4201);

    assertThat(
            host.command(
                command.arguments(place(), List.of()), ProcessorShare.all(), command.environment()))
        .anyMatch(word -> word.contains("read -r HA_JDBC_URL && export HA_JDBC_URL"))
        .noneMatch(word -> word.contains("hidden"));
  }

  @Test
  void shouldNotShowAPassword() {
    assertThat(DATABASE).hasToString("jdbc:postgresql://127.0.0.1/shop?sslpassword=*** as me");
  }

  @Test
  void shouldNotShowAPasswordWhenTheDatabaseCannotBeUsed() {
    var wrong = new DatabaseAccess("jdbc:postgresql://127.0.0.1:1x/shop?password=hidden", "", "");
    assertThatThrownBy(wrong::requireReachable)
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("127.0.0.1:1x/shop?password=*** cannot be used", "--jdbc-url")
        .hasMessageNotContaining("hidden");
    var misplaced = new DatabaseAccess("jdbc:postgresql://me:hidden@127.0.0.1/shop", "", "");
    assertThatThrownBy(misplaced::requireReachable)
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("//me:***@127.0.0.1/shop", "before the host", "--jdbc-url")
        .hasMessageNotContaining("hidden");
  }

  private static Business.Place place() {
    return new Business.Place(
        "business1", new LoopbackHosts(Ports.free()).of("business1"), 1, 2, 3, 4);
  }
}
