package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.apache.openejb.client.JNDIRequest;
import org.apache.openejb.client.Request;
import org.apache.openejb.client.RequestMethodCode;
import org.apache.openejb.server.ejbd.KeepAliveServer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests that are cut off at each of their bytes, as by a client that dies while it sends. */
class CutOffRequestsTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @RegisterExtension static final AloneNode NODE = new AloneNode();

  private EjbdClient client;
  private String basket;
  private long served;

  @BeforeEach
  void open() throws Exception {
    client = NODE.newClient();
    basket = client.create(EjbdClient.newId());
    assertThat(client.call(basket, "add", "pen")).isEqualTo(1);
    served = connectionsServed();
  }

  @Test
  void shouldNotExecuteACallOfWhichAnyByteIsMissing() throws Exception {
    sendAllButWhole(client.request("cut-1", basket, "add", "ink"));

    assertThat(client.call(basket, "items")).as("not busy").isEqualTo(List.of("pen"));
    assertThat(client.repeat("cut-1", basket, "add", "ink")).as("whole").isEqualTo(2);
  }

  @Test
  void shouldNotRemoveASessionWhenAnyByteIsMissing() throws Exception {
    sendAllButWhole(client.request("cut-1", basket, "pay"));

    assertThat(client.call(basket, "size")).isEqualTo(1);
    assertThat(client.repeat("cut-1", basket, "pay")).as("whole").isEqualTo(List.of("pen"));
  }

  @Test
  void shouldNotCreateASessionWhenAnyByteIsMissing() throws Exception {
    int sessions = NODE.sessions();
    String id = EjbdClient.newId();

    sendAllButWhole(client.creation(id));

    assertThat(NODE.sessions()).isEqualTo(sessions);
    assertThat(client.create(id)).as("whole").isEqualTo(id);
    assertThat(NODE.sessions()).isGreaterThan(sessions);
  }

  /** The stock client's way, which creates the bean within the look-up. */
  @Test
  void shouldNotCreateASessionInALookupWhenAnyByteIsMissing() throws Exception {
    int sessions = NODE.sessions();

    sendAllButWhole(new JNDIRequest(RequestMethodCode.JNDI_LOOKUP, "BasketRemote"));

    assertThat(NODE.sessions()).isEqualTo(sessions);
  }

  /** Sends a request up to each of its bytes, on connections that end, or break, with it. */
  private void sendAllButWhole(Request request) throws IOException {
    byte[] whole = RequestBytes.of(request, NODE.location());
    for (int bytes = 0; bytes < whole.length; bytes++) {
      sendAndEnd(Arrays.copyOf(whole, bytes));
      sendAndBreak(Arrays.copyOf(whole, bytes));
    }
    Awaitility.await("no connection is left")
        .atMost(DEADLINE)
        .until(() -> connectionsServed() <= served);
  }

  /** Waits until the server has done with it. */
  private static void sendAndEnd(byte[] bytes) throws IOException {
    try (Socket socket = connected()) {
      socket.getOutputStream().write(bytes);
      socket.shutdownOutput();
      drain(socket.getInputStream());
    } catch (SocketException e) {
      // The server has closed it, though it was not read to its end.
    }
  }

  private static void sendAndBreak(byte[] bytes) throws IOException {
    try (Socket socket = connected()) {
      socket.getOutputStream().write(bytes);
      socket.setSoLinger(true, 0);
    }
  }

  private static Socket connected() throws IOException {
    URI server = NODE.location();
    var socket = new Socket(server.getHost(), server.getPort());
    socket.setSoTimeout(Math.toIntExact(DEADLINE.toMillis()));
    return socket;
  }

  private static void drain(InputStream in) throws IOException {
    in.transferTo(new ByteArrayOutputStream());
  }

  private static long connectionsServed() {
    String server = KeepAliveServer.class.getName() + "$Session";
    return Thread.getAllStackTraces().values().stream()
        .filter(
            stack -> Arrays.stream(stack).anyMatch(frame -> frame.getClassName().equals(server)))
        .count();
  }
}
