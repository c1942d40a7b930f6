package org.g2cl.loadtest.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rounds of clients that do nothing, each a process as ab would be. */
class RoundTest {
  private static final Duration LENGTH = Duration.ofSeconds(1);

  /** Works as long as ab would, by its option -t. */
  private static final String AB =
      """
      #!/bin/sh
      while [ "$1" != -t ]; do shift; done
      exec sleep "$2"
      """;

  @TempDir private Path folder;

  private final List<Process> started = new ArrayList<>();
  private HttpServer shop;

  @BeforeEach
  void openShop() throws IOException {
    shop = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    shop.createContext("/shop/step", RoundTest::open);
    shop.start();
  }

  @AfterEach
  void end() {
    shop.stop(0);
    started.forEach(Process::destroyForcibly);
  }

  /** The third starts more than a second after the first. */
  @Test
  void shouldHaveEveryClientAtWorkUntilTheEndHoweverLongTheyTakeToStart() throws Exception {
    Round round = load(Duration.ofMillis(600)).begin("run", 3);

    assertThatCode(() -> round.endAfter(LENGTH)).doesNotThrowAnyException();
    for (Process client : started) {
      assertThat(client.waitFor()).as("killed").isNotZero();
    }
  }

  @Test
  void shouldRefuseARoundThatAClientLeftBeforeItsEnd() throws Exception {
    Round round = load(Duration.ZERO).begin("run", 3);
    Files.writeString(folder.resolve("reports/run-2.txt"), "apr_socket_recv: timed out (70007)");
    started.get(1).destroyForcibly().waitFor();

    assertThatThrownBy(() -> round.endAfter(LENGTH))
        .isInstanceOf(LoadException.class)
        .hasMessageContainingAll("client 2 of 3", "ab said: apr_socket_recv: timed out");
    for (Process client : started) {
      assertThat(client.waitFor()).as("killed").isNotZero();
    }
  }

  private Load load(Duration launch) throws IOException {
    Path ab = Files.writeString(folder.resolve("ab"), AB);
    Files.setPosixFilePermissions(ab, PosixFilePermissions.fromString("rwx------"));
    String address = "http://127.0.0.1:" + shop.getAddress().getPort();
    return Load.open(
        ab,
        folder.resolve("reports"),
        address,
        3,
        (client, name) -> {
          started.add(client);
          LockSupport.parkNanos(launch.toNanos());
        });
  }

  private static void open(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Set-Cookie", "JSESSIONID=1.web1; Path=/");
    exchange.sendResponseHeaders(200, -1);
    exchange.close();
  }
}
