package org.g2cl.cmi.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.g2cl.cmi.core.HaException;
import org.g2cl.cmi.core.HaMetric;
import org.g2cl.cmi.core.HaService;
import org.g2cl.cmi.core.HaSetting;
import org.g2cl.cmi.core.HaSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchServerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String group = "watch-" + UUID.randomUUID();
  private final List<HaService> services = new CopyOnWriteArrayList<>();

  @AfterEach
  void closeAll() {
    services.forEach(HaService::close);
  }

  @ParameterizedTest
  @EnumSource
  void shouldHaveEveryFigureInTheTextOfOpenMetrics(HaMetric metric) throws Exception {
    HaService a = start("a", 1);
    Carts.create(a, "cart");

    String text = Http.get(page(a), "/metrics").body();

    assertThat(text)
        .contains("# HELP " + metric.key().replace('.', '_') + " " + metric.meaning())
        .endsWith("# EOF\n");
    assertThat(Http.metric(page(a), metric.openMetricsName(), "a"))
        .isEqualTo((double) metric.value(a.status()));
  }

  @Test
  void shouldGiveThePlainTextOfPrometheusToWhoAsksForIt() throws Exception {
    URI page = page(start("a", 1));
    String answer = raw(page, "GET /metrics HTTP/1.0\r\nHost: localhost\r\nAccept: text/plain\r\n");

    assertThat(answer).contains("text/plain; version=0.0.4").doesNotContain("# EOF");
  }

  @Test
  void shouldBindItsMetersToARegistryOfTheUsersOwn() throws Exception {
    HaService a = start("a", 1);
    var registry = new SimpleMeterRegistry();
    new HaMeters(a).bindTo(registry);
    Carts.create(a, "cart");

    assertThat(
            registry.get("g2cl.calls").tags("node", "a", "group", group).functionCounter().count())
        .isEqualTo(1);
    assertThat(registry.get("g2cl.sessions.owned").gauge().value()).isEqualTo(1);
    assertThat(registry.getMeters()).hasSize(HaMetric.values().length);
  }

  /** A registry takes no second meter of a name. */
  @Test
  void shouldTellTheFiguresOfTheServiceThatIsStartedNextToTheRegistryOfTheUsersOwn()
      throws Exception {
    var registry = new SimpleMeterRegistry();
    HaService a = start("a", 1);
    try (var meters = new HaMeters(a)) {
      meters.bindTo(registry);
      Carts.create(a, "cart");
    }
    a.close();
    assertThat(registry.getMeters()).isEmpty();

    new HaMeters(start("a", 1)).bindTo(registry);

    assertThat(registry.get("g2cl.ready").gauge().value()).isEqualTo(1);
    assertThat(registry.get("g2cl.calls").functionCounter().count()).isZero();
  }

  @Test
  void shouldShowAllNodesOfTheGroupFromEachOfThem() throws Exception {
    HaService a = start("a", 1);
    HaService b = start("b", 2);
    await().atMost(PATIENCE).until(() -> a.groupFigures(PATIENCE).size() == 2);
    Carts.create(a, "cart");

    await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              JsonNode seen = Http.json(page(b), "/group");
              assertThat(seen.findValuesAsText("name")).containsExactly("a", "b");
              assertThat(seen.at("/self").asText()).isEqualTo(Carts.location(2));
              assertThat(seen.at("/nodes/0/figures/SessionsOwned").asLong()).isEqualTo(1);
              assertThat(seen.at("/nodes/1/figures/CopiesHeld").asLong()).isEqualTo(1);
              assertThat(seen.at("/nodes/0/page").asText()).isEqualTo(page(a).toString());
              assertThat(seen.at("/events").size()).isPositive();
            });
  }

  @Test
  void shouldBeReadyWhileTheNodeServesClients() throws Exception {
    HaService a = start("a", 1);
    assertThat(Http.get(page(a), "/health/ready").statusCode())
        .as("in the group, but it serves no clients yet")
        .isEqualTo(503);
    a.announce(URI.create("ejbd://" + Carts.location(1)));
    HttpResponse<String> ready = Http.get(page(a), "/health/ready");
    assertThat(ready.statusCode()).isEqualTo(200);
    assertThat(Http.parse(ready.body()).get("status").asText()).isEqualTo("UP");
    assertThat(Http.get(page(a), "/health/live").statusCode()).isEqualTo(200);

    URI page = page(a);
    a.close();

    assertThatThrownBy(() -> Http.get(page, "/health/ready"))
        .as("closed with the service")
        .isInstanceOf(IOException.class);
  }

  /** A platform that gets no answer kills the node. */
  @ParameterizedTest
  @ValueSource(strings = {"/health/live", "/health/ready"})
  void shouldAnswerProbesWhileADiskHangs(String path, @TempDir Path folder) throws Exception {
    HaService a = start(HangingDisk.on(Carts.settings("local", group, "a", 1), folder));
    a.announce(URI.create("ejbd://" + Carts.location(1)));
    URI page = page(a);

    HangingDisk.during(
        () -> assertThat(Http.get(page, path).statusCode()).isEqualTo(200), a, folder);
  }

  /** Pages that look at sessions wait for the disk, too. */
  @Test
  void shouldAnswerProbesThoughManyPagesWaitForADisk(@TempDir Path folder) throws Exception {
    HaService a = start(HangingDisk.on(Carts.settings("local", group, "a", 1), folder));
    URI page = page(a);
    List<Socket> sockets = new ArrayList<>();
    try {
      HangingDisk.during(
          () -> {
            for (int i = 0; i < 32; i++) {
              sockets.add(asking(page, "/status"));
            }
            assertThat(Http.get(page, "/health/live").statusCode()).isEqualTo(200);
            assertThat(Http.get(page, "/status").statusCode()).isEqualTo(503);
          },
          a,
          folder);
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  private static Socket asking(URI page, String path) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort());
    socket.setSoTimeout(20_000);
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/", "/page.js", "/page.css", "/icon.svg", "/group", "/status", "/metrics", "/no"})
  void shouldAllowNothingFromElsewhere(String path) throws Exception {
    HttpResponse<String> answer = Http.get(page(start("a", 1)), path);

    assertThat(answer.statusCode()).isEqualTo(path.equals("/no") ? 404 : 200);
    assertThat(answer.headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).startsWith("default-src 'none'"));
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.body()).doesNotContain("https://");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE"})
  void shouldChangeNothing(String method) throws Exception {
    assertThat(Http.send(method, page(start("a", 1))).statusCode()).isEqualTo(405);
  }

  @Test
  void shouldAnswerNobodyWhoWasLedHereByTheNameOfAnotherSite() throws Exception {
    URI page = page(start("a", 1));

    assertThat(raw(page, "GET /group HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n"))
        .startsWith("HTTP/1.1 421");
    assertThat(raw(page, "GET /group HTTP/1.0\r\n")).startsWith("HTTP/1.1 421");
    assertThat(raw(page, "GET /group HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\n"))
        .startsWith("HTTP/1.1 200");
  }

  @Test
  void shouldShowNoSecret() throws Exception {
    HaService a =
        start(
            Carts.settings("local", group, "a", 1).set(HaSetting.SECRET, "the-secret-of-the-shop"));
    Carts.create(a, "cart-of-somebody");

    for (String path : List.of("/", "/page.js", "/group", "/status", "/metrics", "/health/ready")) {
      assertThat(Http.get(page(a), path).body())
          .doesNotContain("the-secret-of-the-shop", "cart-of-somebody");
    }
  }

  @Test
  void shouldNameTheSettingWhenThePortIsTaken() throws Exception {
    int taken = page(start("a", 1)).getPort();

    assertThatThrownBy(
            () -> start(Carts.settings("local", group, "b", 2).set(HaSetting.STATUS_PORT, taken)))
        .isInstanceOf(HaException.class)
        .hasMessageContaining("g2cl.status-port is " + taken);
  }

  @Test
  void shouldCloseTheConnectionOfARequestTooMany() throws Exception {
    int port = page(start("a", 1)).getPort();
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 160; i++) { // more than are read at a time and may wait
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write("GET".getBytes(StandardCharsets.US_ASCII));
      }

      assertThat(isClosed(sockets.get(159))).isTrue();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void shouldAnswerOthersSoonAlthoughClientsDoNotEndTheirRequests() throws Exception {
    URI page = page(start("a", 1));
    List<Socket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 32; i++) {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort());
        sockets.add(socket);
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
      }

      assertThat(Http.get(page, "/health/live").statusCode()).isEqualTo(200);
      for (Socket socket : sockets) {
        assertThat(isOpen(socket)).as("ended so that others are answered").isTrue();
      }
      for (Socket socket : sockets) {
        assertThat(isClosed(socket)).isTrue();
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void shouldNotWaitForAClientThatDoesNotTakeItsAnswers() throws Exception {
    URI page = page(start("a", 1));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
      socket.setSoTimeout(20_000);
      byte[] many =
          "GET /page.js HTTP/1.1\r\nHost: localhost\r\n\r\n"
              .repeat(2_000)
              .getBytes(StandardCharsets.US_ASCII);
      var sending = new Thread(() -> send(socket, many));
      sending.start();

      sending.join(60_000);

      assertThat(sending.isAlive()).as("still open").isFalse();
      assertThat(Http.get(page, "/health/live").statusCode()).isEqualTo(200);
    }
  }

  /** Sends without taking anything, until that fails. */
  private static void send(Socket socket, byte[] requests) {
    try {
      while (true) {
        socket.getOutputStream().write(requests);
      }
    } catch (IOException e) {
      // the server has closed the connection
    }
  }

  /** Asks shortly, without waiting for the other side. */
  private static boolean isOpen(Socket socket) throws IOException {
    int patience = socket.getSoTimeout();
    socket.setSoTimeout(1);
    try {
      return !isClosed(socket);
    } catch (SocketTimeoutException e) {
      return true;
    } finally {
      socket.setSoTimeout(patience);
    }
  }

  /** Waits for the other side to close it. */
  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  @Test
  void shouldTellOthersTheHostOfItsLocationWhenItIsBoundToAllAddresses() throws Exception {
    HaService a =
        start(
            Carts.settings("local", group, "a", 1)
                .set(HaSetting.STATUS_ADDRESS, "0.0.0.0")
                .set(HaSetting.LOCATION, "localhost:4221"));

    assertThat(page(a).getHost()).isEqualTo("localhost");
    assertThat(Http.get(page(a), "/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void shouldTellOthersALocationOfIpv6AsAUriHasIt() {
    HaService a =
        start(
            Carts.settings("local", group, "a", 1)
                .set(HaSetting.STATUS_ADDRESS, "0.0.0.0")
                .set(HaSetting.LOCATION, "[::1]:4221"));

    assertThat(page(a).getHost()).isEqualTo("[::1]");
  }

  @Test
  void shouldServeNoPageUnlessAsked() {
    HaService a = start(Carts.settings("local", group, "a", 1).set(HaSetting.STATUS_PORT, ""));

    assertThat(a.figures().page()).isEmpty();
  }

  private HaService start(String name, int number) {
    return start(Carts.settings("local", group, name, number));
  }

  private HaService start(HaSettings.Builder settings) {
    HaService service = HaService.start(settings.build());
    services.add(service);
    return service;
  }

  private static URI page(HaService service) {
    return URI.create(service.figures().page());
  }

  private static String raw(URI page, String request) throws Exception {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), page.getPort())) {
      socket.setSoTimeout(20_000);
      OutputStream out = socket.getOutputStream();
      out.write((request + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.flush();
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
