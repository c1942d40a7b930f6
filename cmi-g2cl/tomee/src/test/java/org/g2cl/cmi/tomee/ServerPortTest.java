package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.Properties;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.ejbd.EjbServer;
import org.g2cl.cmi.tomee.shop.JournalBean;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ejbd port that the container opens in a server without one, as a TomEE is. */
class ServerPortTest {
  private static final String BLACKLIST = "tomee.serialization.class.blacklist";
  private static final String WHITELIST = "tomee.serialization.class.whitelist";
  private static final String EVERYWHERE = "0.0.0.0";

  @AfterEach
  void forget() {
    System.clearProperty(BLACKLIST);
    System.clearProperty(WHITELIST);
    EjbObjectInputStream.reloadResolverConfig();
  }

  @Test
  void shouldBeClosedToOthersWhileAllClassesAreTaken() throws Exception {
    System.setProperty(BLACKLIST, "-");

    assertThat(isOpened(EVERYWHERE)).isFalse();
  }

  @Test
  void shouldBeOpenToThisMachineWhileAllClassesAreTaken() throws Exception {
    System.setProperty(BLACKLIST, "-");

    assertThat(isOpened("127.0.0.1")).isTrue();
  }

  @Test
  void shouldBeOpenToOthersWhenClassesAreNamed() throws Exception {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.,java.net.URI");

    assertThat(isOpened(EVERYWHERE)).isTrue();
  }

  @Test
  void shouldBeClosedWhenAnEntryOfTheListIsEmpty() throws Exception {
    System.setProperty(BLACKLIST, "-");
    System.setProperty(WHITELIST, "java.lang.,,java.net.URI");

    assertThat(isOpened("127.0.0.1")).isFalse();
  }

  private static boolean isOpened(String host) throws Exception {
    int port = FreePorts.next();
    var properties = new Properties();
    properties.setProperty("openejb.deployments.classpath", "false");
    properties.setProperty("openejb.log.factory", "slf4j");
    properties.setProperty("g2cl.bind-port", "" + FreePorts.next());
    properties.setProperty("g2cl.location", host + ":" + port);
    properties.setProperty(
        "SF",
        "new://Container?type=STATEFUL&class-name="
            + ReplicatedStatefulContainerFactory.class.getName()
            + "&factory-name=create");
    try (var server = EmbeddedServer.start(properties, null)) {
      SystemInstance.get().setComponent(EjbServer.class, new EjbServer());
      server.deploy("shop", List.of(JournalBean.class), List.of());
      return accepts(port);
    }
  }

  private static boolean accepts(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
