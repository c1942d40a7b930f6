package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Properties;
import org.apache.openejb.client.EjbObjectInputStream;
import org.apache.openejb.loader.SystemInstance;
import org.apache.openejb.server.DiscoveryAgent;
import org.apache.openejb.server.DiscoveryListener;
import org.apache.openejb.server.ejbd.EjbServer;
import org.g2cl.cmi.core.LifeCycle;
import org.g2cl.cmi.tomee.shop.JournalBean;
import org.g2cl.cmi.tomee.shop.KnotBean;
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

  @Test
  void shouldBeTriedAgainWithTheNextApplicationWhenItWasTaken() throws Exception {
    System.setProperty(BLACKLIST, "-");
    int port = FreePorts.next();

    try (var server = started("127.0.0.1", port)) {
      try (var taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        server.deploy("first", List.of(JournalBean.class), List.of());
        assertThat(taken.isBound()).isTrue();
      }
      assertThat(accepts(port)).isFalse();

      server.deploy("second", List.of(KnotBean.class), List.of());

      assertThat(accepts(port)).isTrue();
    }
  }

  @Test
  void shouldNotKeepTheServerInItsGroupWhenItCannotBeClosed() throws Exception {
    System.setProperty(BLACKLIST, "-");

    try (var server = started("127.0.0.1", FreePorts.next())) {
      server.deploy("shop", List.of(JournalBean.class), List.of());
      var membership = (ServerMembership) SystemInstance.get().getComponent(Replication.class);
      SystemInstance.get().setComponent(DiscoveryAgent.class, new FailingAgent());

      membership.close();

      assertThat(membership.lifeCycle()).isEqualTo(LifeCycle.STOPPED);
    }
  }

  /** Agent that ejbd cannot be taken back from. */
  private static final class FailingAgent implements DiscoveryAgent {
    @Override
    public void setDiscoveryListener(DiscoveryListener listener) {}

    @Override
    public void registerService(URI service) {}

    @Override
    public void unregisterService(URI service) {
      throw new IllegalStateException("meant by the test");
    }

    @Override
    public void reportFailed(URI service) {}
  }

  private static boolean isOpened(String host) throws Exception {
    int port = FreePorts.next();
    try (var server = started(host, port)) {
      server.deploy("shop", List.of(JournalBean.class), List.of());
      return accepts(port);
    }
  }

  /** A server of its own, that has no ejbd. */
  private static EmbeddedServer started(String host, int port) throws IOException {
    Properties properties = ServerProperties.replicating();
    properties.setProperty("g2cl.location", host + ":" + port);
    EmbeddedServer server = EmbeddedServer.start(properties, null);
    SystemInstance.get().setComponent(EjbServer.class, new EjbServer());
    return server;
  }

  private static boolean accepts(int port) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
