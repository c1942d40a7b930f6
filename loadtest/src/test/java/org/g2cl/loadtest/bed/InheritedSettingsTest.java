package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InheritedSettingsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "G2CL_MODE", "all",
          "G2CL_SECRET", "hidden",
          "G2CL_ACCEPTED_SECRETS", "hidden",
          "G2CL_KEYSTORE", "/etc/g2cl/keys.p12",
          "G2CL_KEYSTORE_PASSWORD", "hidden",
          "G2CL_X;reboot", "no name of a setting",
          "PATH", "/bin");

  @Test
  void shouldShowNoSecretAndNoPassword() {
    assertThat(InheritedSettings.shown(ENVIRONMENT))
        .isEqualTo(Map.of("G2CL_MODE", "all", "G2CL_KEYSTORE", "/etc/g2cl/keys.p12"));
  }

  /** The bed makes a secret for them. */
  @Test
  void shouldForwardAllButWhatMembersProveThemselvesWith() {
    assertThat(InheritedSettings.forwarded(ENVIRONMENT)).isEqualTo(Map.of("G2CL_MODE", "all"));
  }

  @Test
  void shouldGiveNodesOnRemoteHostsTheSettingsUnseen() {
    RemoteHost host =
        new RemoteHost(
            SshHost.parse("me@node1"), Path.of("/opt/g2cl"), 4201, Map.of("G2CL_MODE", "all"));
    Map<String, String> own = Map.of("HA_DB_PASSWORD", "hidden");

    assertThat(String.join(" ", host.command(List.of("Main"), ProcessorShare.all(), own)))
        .contains(
            "IFS= read -r G2CL_MODE && export G2CL_MODE && "
                + "IFS= read -r HA_DB_PASSWORD && export HA_DB_PASSWORD && ");
    assertThat(host.variables(own)).isEqualTo("all\nhidden\n");
  }

  @Test
  void shouldLetTheBedsOwnValueCount() {
    RemoteHost host =
        new RemoteHost(
            SshHost.parse("me@node1"), Path.of("/opt/g2cl"), 4201, Map.of("G2CL_MODE", "all"));

    assertThat(host.variables(Map.of("G2CL_MODE", "majority"))).isEqualTo("majority\n");
  }

  @Test
  void shouldSayWhatCannotCountOnRemoteHosts() {
    assertThat(InheritedSettings.obstacle(Map.of("G2CL_STACK", "/etc/tcp.xml")))
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .contains("G2CL_STACK of the environment, /etc/tcp.xml,", "unset it"));
    assertThat(InheritedSettings.obstacle(Map.of("G2CL_CHAIN", "frag\nbundle")))
        .hasValueSatisfying(sentence -> assertThat(sentence).contains("G2CL_CHAIN", "line break"));
    assertThat(InheritedSettings.obstacle(ENVIRONMENT)).isEmpty();
  }
}
