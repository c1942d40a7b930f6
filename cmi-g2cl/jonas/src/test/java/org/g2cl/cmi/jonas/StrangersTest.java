package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The log is java.util.logging's here, as in JOnAS. */
class StrangersTest {
  private static final Duration PERIOD = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final LogLines log = new LogLines(Strangers.class);

  @AfterEach
  void stopListening() {
    log.close();
  }

  private static ServerSocket listener() throws Exception {
    return new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
  }

  @Test
  void shouldTellOnceOfPeerThatListensAndIsNotInTheGroup() throws Exception {
    try (ServerSocket stock = listener();
        ServerSocket member = listener()) {
      String stranger = "127.0.0.1:" + stock.getLocalPort();
      String known = "localhost:" + member.getLocalPort();
      String same = "127.0.0.1:" + member.getLocalPort();
      List<String> peers = List.of("127.0.0.1:1", stranger, known);
      AtomicInteger looks = new AtomicInteger();
      Supplier<List<String>> members =
          () -> {
            looks.incrementAndGet();
            return List.of(same);
          };
      try (Strangers watch = new Strangers("127.0.0.1:1", "G1", peers, members, PERIOD)) {
        assertThat(watch).isNotNull();
        await().atMost(PATIENCE).until(() -> !log.lines().isEmpty());
        int then = looks.get();
        await().atMost(PATIENCE).until(() -> looks.get() > then + 5);
      }
      assertThat(log.lines()).hasSize(1);
      assertThat(log.lines().get(0))
          .contains("peer " + stranger + " listens, and is not in group 'G1'")
          .contains("stop all servers, change them all")
          .contains("same groupName");
    }
  }

  @Test
  void shouldGoOnWatchingAfterAnError() {
    AtomicInteger looks = new AtomicInteger();
    Supplier<List<String>> members =
        () -> {
          if (looks.incrementAndGet() == 1) {
            throw new NoClassDefFoundError("meant by the test");
          }
          return List.of("127.0.0.1:1");
        };
    try (Strangers watch = new Strangers("127.0.0.1:1", "G1", List.of(), members, PERIOD)) {
      assertThat(watch).isNotNull();
      await().atMost(PATIENCE).until(() -> looks.get() > 1);
    }
  }
}
