package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ow2.cmi.config.CMIConfig;
import org.ow2.cmi.config.CMIConfigurator;
import org.ow2.cmi.controller.factory.server.ClusterViewManagerFactoryConfig;

/** The how-to's {@code cmi-config.xml}, read by CMI as for Carol in a JOnAS server. */
class HowToConfigurationTest {
  private static final Path PAGE = Path.of("../../docs/howto/jonas.md");

  @TempDir Path work;

  @AfterEach
  void forget() {
    System.clearProperty("cmi.conf.filename"); // CMI sets it
  }

  @Test
  void shouldNameOurManagerAndGiveItItsSettings() throws Exception {
    String page = Files.readString(PAGE);
    int begin = page.indexOf("```xml\n") + "```xml\n".length();
    Path file =
        Files.writeString(
            work.resolve("cmi-config.xml"), page.substring(begin, page.indexOf("```", begin)));

    CMIConfig<?> read = CMIConfigurator.extractCMIConfig(file.toUri().toURL());

    assertThat(read.getClusterViewManagerFactoryConfig())
        .isInstanceOfSatisfying(
            ClusterViewManagerFactoryConfig.class,
            manager -> {
              assertThat(manager.getServerClusterViewManagerClassname())
                  .isEqualTo(G2clClusterViewManager.class.getName());
              assertThat(manager.getConfig()).isInstanceOf(Config.class);
              Config config = (Config) manager.getConfig();
              assertThat(config.getGroupName()).isEqualTo("G1");
              assertThat(config.getRecoTimeout()).isEqualTo(30_000);
              assertThat(config.getBindPort()).isEqualTo("7800");
              assertThat(config.getPeers()).isEqualTo("10.0.0.1:7800,10.0.0.2:7800");
              assertThat(config.isAdminEnabled()).isTrue();
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "loadFactor | high | a whole number from 1 to 2147483647",
        "loadFactor | -5 | a whole number from 1 to 2147483647",
        "delayToRefresh | 60s | a whole number from 1 to 2147483647",
        "recoTimeout | 30 s | a whole number from 0 to 2147483647",
        "adminEnabled | yes | true or false",
        "registryBound | 1 | true or false"
      })
  void shouldTellWhichAttributeIsWrongAndTheRule(String attribute, String value, String rule)
      throws Exception {
    Path file =
        Files.writeString(
            work.resolve("cmi-config.xml"),
            ("<cmi xmlns='http://org.ow2.cmi.controller.common' xmlns:g='http://org.g2cl.cmi.jonas'>"
                    + "<server><viewManager class='%s'><g:config %s='%s'/></viewManager></server></cmi>")
                .formatted(G2clClusterViewManager.class.getName(), attribute, value));
    assertThatThrownBy(() -> CMIConfigurator.extractCMIConfig(file.toUri().toURL()))
        .hasStackTraceContaining(
            "%s is '%s' in the element config; it must be %s", attribute, value, rule);
  }
}
