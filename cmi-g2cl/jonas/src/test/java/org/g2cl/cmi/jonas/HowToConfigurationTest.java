package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
}
