package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A second ejbd port of a node. */
class SpeakingEjbServerTest {
  private static final String HOST = "127.0.0.1";

  /** First byte of a request: {@code KeepAliveStyle.PING}. */
  private static final int REQUEST = 0;

  private static int port;
  private static BasketNode shop;
  private static EjbdServer ejbd;

  @BeforeAll
  static void start() throws Exception {
    shop = new BasketNode();
    port = FreePorts.next();
    ejbd =
        EjbdServer.create(
            HOST, port, 3, new ViewDiscoveryAgent(service -> {}), Duration.ofMillis(300));
    ejbd.start();
  }

  @AfterAll
  static void stop() {
    ejbd.close();
    shop.close();
  }

  /** Nobody else would be served as long as they live, when they take all threads. */
  @Test
  void shouldCloseConnectionsThatSayNothingAndKeepThoseThatBringRequests() throws Exception {
    try (var speaking = connected();
        var silent = connected();
        var another = connected()) {
      speaking.getOutputStream().write(REQUEST);

      assertThat(silent.getInputStream().read()).as("closed").isEqualTo(-1);
      assertThat(another.getInputStream().read()).as("closed").isEqualTo(-1);
      speaking.setSoTimeout(1);
      assertThatThrownBy(() -> speaking.getInputStream().read())
          .as("open")
          .isInstanceOf(SocketTimeoutException.class);
      var client =
          new EjbdClient(URI.create("ejbd://" + HOST + ":" + port), "BasketRemote", Basket.class);
      String basket = client.create(EjbdClient.newId());
      assertThat(client.call(basket, "add", "pen")).isEqualTo(1);
    }
  }

  /** Of a machine that vanishes nothing more comes, not even the end of its connection. */
  @Test
  void shouldHaveTheSystemFindOutThatAClientsMachineHasVanished() throws Exception {
    try (var unconnected = new Socket()) {
      new SpeakingEjbServer(Duration.ofSeconds(1)).service(unconnected);
      assertThat(unconnected.getKeepAlive()).isTrue();
    }
  }

  private static Socket connected() throws Exception {
    var socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(20_000);
    return socket;
  }
}
