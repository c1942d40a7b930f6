package org.g2cl.cmi.jonas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The log is java.util.logging's here, as in JOnAS. */
class StrangersTest {
  private static final Duration PERIOD = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Logger log = Logger.getLogger(Strangers.class.getName());
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          errors.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    log.addHandler(handler);
    log.setUseParentHandlers(false);
  }

  @AfterEach
  void stopListening() {
    log.removeHandler(handler);
    log.setUseParentHandlers(true);
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
        await().atMost(PATIENCE).until(() -> !errors.isEmpty());
        int then = looks.get();
        await().atMost(PATIENCE).until(() -> looks.get() > then + 5);
      }
      assertThat(errors).hasSize(1);
      assertThat(errors.get(0))
          .contains("peer " + stranger + " listens, and is not in group 'G1'")
          .contains("stop all servers, change them all")
          .contains("same groupName");
    }
  }
}
