package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BundleDataSessionTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final TestGroup group = new TestGroup();

  @AfterEach
  void close() throws Exception {
    group.close();
  }

  @Test
  void shouldLoseNothingHoweverManySmallMessagesMakeABundle() throws Exception {
    MarshalDataSession a =
        group.session(
            "a", Map.of("chain", "bundle", "bundle.size", "1048576", "bundle.delay", "PT1S"));
    AtomicInteger received = new AtomicInteger();
    a.register(1, message -> received.incrementAndGet());
    a.join();
    int count = Bundle.MAX_COUNT + 5_000;
    for (int i = 0; i < count; i++) {
      a.send(new G2CLMessage(null), 1, ServiceNames.FIFO);
    }
    await(a.droppedFrames() + " dropped").atMost(WAIT).until(() -> received.get() == count);
  }

  @Test
  void shouldDeliverTheRestOfABundleWhenAReceiverFailsWithAnError() throws Exception {
    MarshalDataSession a = group.session("a", Map.of("chain", "bundle", "bundle.delay", "PT0.1S"));
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(
        1,
        message -> {
          String text = new String(message.getPayload(), UTF_8);
          heard.add(text);
          if (text.equals("one")) {
            throw new AssertionError("thrown by the test");
          }
        });
    a.join();
    for (String text : List.of("one", "two", "three")) {
      send(a, text);
    }
    await().atMost(WAIT).until(() -> heard.equals(List.of("one", "two", "three")));
  }

  @Test
  void shouldNotSendInOneMembershipWhatWaitedInAnother() throws Exception {
    Map<String, String> bundles = Map.of("chain", "bundle", "bundle.delay", "PT1S");
    MarshalDataSession a = group.session("a", bundles);
    MarshalDataSession b = group.session("b", bundles);
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    b.register(1, message -> {});
    a.join();
    b.join();
    group.awaitMembers(2);
    send(b, "before");
    group.network.exclude(b.localAddress());
    await().atMost(WAIT).until(() -> !b.isJoined());
    b.join();
    send(b, "after");
    await().atMost(WAIT).until(() -> heard.contains("after"));
    assertThat(heard).containsExactly("after");
  }

  private static void send(MarshalDataSession session, String text) throws Exception {
    session.send(new G2CLMessage(null, text.getBytes(UTF_8)), 1, ServiceNames.FIFO);
  }
}
