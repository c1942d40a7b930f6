package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.RequestMethodCode;
import org.awaitility.Awaitility;
import org.g2cl.cmi.tomee.shop.Basket;
import org.g2cl.jgcs.tck.FreePorts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A second ejbd port of a node. */
class SpeakingEjbServerTest {
  private static final String HOST = "127.0.0.1";

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
      speaking.getOutputStream().write(RequestBytes.BEGINNING);

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

  /** Three flushes of ejbd were three packets, and woke the client as often. */
  @Test
  void shouldSendAnAnswerAtOnce() throws Exception {
    URI location = URI.create("ejbd://" + HOST + ":" + port);
    var request = new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, "g2cl/BasketRemote");
    var server = new SpeakingEjbServer(Duration.ofSeconds(1));
    server.init(new Properties());
    server.start();
    try (var connection = new Recorded(RequestBytes.of(request, location))) {
      server.service(connection);

      assertThat(connection.written).hasSize(1);
      assertThat(connection.written.get(0)).startsWith("OEJP/4.6").contains("Callable");
    } finally {
      server.stop();
    }
  }

  /** Connection on which one request comes, and of which is known what was written to it. */
  private static final class Recorded extends Socket {
    private final byte[] request;
    private final List<String> written = new ArrayList<>();

    Recorded(byte[] request) {
      this.request = request;
    }

    @Override
    public InputStream getInputStream() {
      return new ByteArrayInputStream(request);
    }

    @Override
    public OutputStream getOutputStream() {
      return new OutputStream() {
        @Override
        public void write(int one) {
          throw new AssertionError("written byte by byte");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
          written.add(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        }
      };
    }
  }

  @Test
  void shouldCloseWhatComesWhenItStops() throws Exception {
    var silent = new SilentConnections(Duration.ofMinutes(1));
    silent.close();
    try (var late = connected()) {
      assertThat(silent.watch(late).speaks()).isFalse();
      assertThat(late.isClosed()).isTrue();
    }
  }

  /** Its client takes the end of the connection for the end of the server, and asks elsewhere. */
  @Test
  void shouldNotHeedARequestOnAConnectionThatWasClosedBeforeItBegan() throws Exception {
    try (var silent = new SilentConnections(Duration.ofMillis(1));
        var late = connected()) {
      SilentConnections.Watched watched = silent.watch(late);
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(watched::isClosed);

      assertThat(watched.speaks()).isFalse();
    }
  }

  @Test
  void shouldNotCloseAConnectionThatHasSpoken() throws Exception {
    var closed = new AtomicBoolean();
    try (var silent = new SilentConnections(Duration.ofMillis(20))) {
      assertThat(silent.watch(() -> closed.set(true)).speaks()).isTrue();
      SilentConnections.Watched next = silent.watch(() -> {});
      Awaitility.await().atMost(Duration.ofSeconds(20)).until(next::isClosed);

      assertThat(closed).isFalse();
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
