package org.g2cl;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.sf.jgcs.Annotation;
import net.sf.jgcs.DataSession;
import net.sf.jgcs.Message;
import net.sf.jgcs.Service;
import net.sf.jgcs.ServiceNames;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BundleDataSessionTest {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private static final Duration SOON = Duration.ofSeconds(5);

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

  @Test
  void shouldLetMembersAskEachOtherWhileTheyHandleUnorderedRequests() throws Exception {
    Map<String, String> bundles = Map.of("chain", "bundle", "bundle.delay", "PT0.5S");
    MarshalDataSession a = group.session("a", bundles);
    MarshalDataSession b = group.session("b", bundles);
    try (MessageDispatcher asksB = askingBack(a);
        MessageDispatcher asksA = askingBack(b)) {
      a.join();
      b.join();
      group.awaitMembers(2);
      List<CompletableFuture<byte[]>> responses = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        responses.add(ask(asksB, b.localAddress(), "ask back"));
        responses.add(ask(asksA, a.localAddress(), "ask back"));
      }
      for (CompletableFuture<byte[]> response : responses) {
        assertThat(response.get(WAIT.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo("plain".getBytes(UTF_8));
      }
    }
  }

  @Test
  void shouldBundleWhatHasAnOrderAlone() throws Exception {
    MarshalDataSession a =
        group.session(
            "a",
            (engine, dropped, self) -> {
              var bundle = new BundleDataSession(engine, dropped, 1000, Duration.ofHours(1));
              return new DecoratorChain(bundle, List.of(bundle));
            });
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    a.join();
    for (String service :
        List.of(
            ServiceNames.FIFO,
            ServiceNames.TOTAL_ORDER,
            ServiceNames.UNORDERED,
            ServiceNames.BEST_EFFORT)) {
      a.send(new G2CLMessage(null, service.getBytes(UTF_8)), 1, service);
    }
    await()
        .atMost(WAIT)
        .until(() -> heard.containsAll(List.of(ServiceNames.UNORDERED, ServiceNames.BEST_EFFORT)));
    assertThat(heard).hasSize(2);
  }

  /** Holds who sends to one member, as flow control does while that one takes nothing. */
  private static final class Unicasts extends DataSessionDecorator {
    final CountDownLatch goOn = new CountDownLatch(1);
    final AtomicInteger held = new AtomicInteger();

    Unicasts(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws IOException {
      if (destination(annotations) != null) {
        held.incrementAndGet();
        awaitUninterrupted();
      }
      sendBelow(message.getPayload(), service, context, annotations);
    }

    private void awaitUninterrupted() throws IOException {
      try {
        goOn.await(WAIT.toSeconds(), TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }
  }

  @Test
  void shouldSendToOthersWhileTheEngineHoldsWhatIsForMembersThatTakeNothing() throws Exception {
    Unicasts[] unicasts = {null};
    MarshalDataSession a =
        group.session(
            "a",
            (engine, dropped, self) -> {
              unicasts[0] = new Unicasts(engine, dropped);
              var bundle = new BundleDataSession(unicasts[0], dropped, 1000, Duration.ofMillis(10));
              return new DecoratorChain(bundle, List.of(bundle, unicasts[0]));
            });
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    a.join();
    for (String name : List.of("x", "y", "z")) {
      SocketAddress stopped = InetSocketAddress.createUnresolved(name, 1);
      a.send(new G2CLMessage(stopped, name.getBytes(UTF_8)), 1, ServiceNames.FIFO);
    }
    send(a, "due with them");
    await().atMost(SOON).until(() -> heard.contains("due with them"));
    await().atMost(SOON).until(() -> unicasts[0].held.get() == 3);
    send(a, "due later");
    await().atMost(SOON).until(() -> heard.contains("due later"));
    unicasts[0].goOn.countDown();
  }

  @Test
  void shouldSendAtOnceWhenThereCanBeNoThreadForTheTimer() throws Exception {
    MarshalDataSession a =
        group.session(
            "a",
            (engine, dropped, self) -> {
              var timer =
                  new BundleTimer(
                      task -> {
                        throw new InternalError("no thread, as the test wants it");
                      });
              var delay = Duration.ofMillis(10);
              var bundle = new BundleDataSession(engine, dropped, 1000, delay, timer, Bundle::new);
              return new DecoratorChain(bundle, List.of(bundle));
            });
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    a.join();
    send(a, "one");
    send(a, "two");
    await().atMost(WAIT).until(() -> heard.equals(List.of("one", "two")));
  }

  /** Bundle for which there is no memory when it is to be sent for the first time. */
  private static final class Scarce extends Bundle {
    private boolean failed;

    @Override
    byte[] take() {
      if (!failed) {
        failed = true;
        throw new InternalError("no memory, as the test wants it");
      }
      return super.take();
    }
  }

  /** Thread of a timer, for which there is no room at first. */
  private static Thread thread(Runnable task, AtomicBoolean failed) {
    if (failed.compareAndSet(false, true)) {
      throw new InternalError("no thread, as the test wants it");
    }
    return new Thread(task);
  }

  @Test
  void shouldSendWithTheNextMessageWhatCouldNeitherBeSentNorWaitForATimer() throws Exception {
    AtomicBoolean failed = new AtomicBoolean();
    MarshalDataSession a =
        group.session(
            "a",
            (engine, dropped, self) -> {
              var timer = new BundleTimer(task -> thread(task, failed));
              var delay = Duration.ofMillis(10);
              var bundle = new BundleDataSession(engine, dropped, 1000, delay, timer, Scarce::new);
              return new DecoratorChain(bundle, List.of(bundle));
            });
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    a.join();
    assertThatThrownBy(() -> send(a, "one")).isInstanceOf(InternalError.class);
    send(a, "two");
    await().atMost(WAIT).until(() -> heard.equals(List.of("one", "two")));
  }

  /** Fails once, by an error. */
  private static final class Faulty extends DataSessionDecorator {
    private final AtomicBoolean failed = new AtomicBoolean();

    Faulty(DataSession below, DroppedFrames dropped) {
      super(below, dropped);
    }

    @Override
    public void multicast(
        Message message, Service service, Object context, Annotation... annotations)
        throws IOException {
      if (failed.compareAndSet(false, true)) {
        throw new InternalError("meant by the test");
      }
      sendBelow(message.getPayload(), service, context, annotations);
    }

    @Override
    Object open(ByteBuffer payload, SocketAddress sender) {
      return deliver(payload, sender);
    }
  }

  /** Who comes after has nothing to do with it. */
  @Test
  void shouldLogABundleThatAnErrorKeptFromBeingSent() throws Exception {
    MarshalDataSession a =
        group.session(
            "a",
            (engine, dropped, self) -> {
              var faulty = new Faulty(engine, dropped);
              var bundle = new BundleDataSession(faulty, dropped, 100, Duration.ofHours(1));
              return new DecoratorChain(bundle, List.of(bundle, faulty));
            });
    List<String> heard = new CopyOnWriteArrayList<>();
    a.register(1, message -> heard.add(new String(message.getPayload(), UTF_8)));
    a.join();
    send(a, "lost");
    String next = "next".repeat(50);
    String log =
        LogText.during(
            () -> {
              send(a, next);
              return null;
            });
    assertThat(log).contains("sending a bundle of 1 messages").contains("meant by the test");
    await().atMost(WAIT).until(() -> heard.equals(List.of(next)));
  }

  /** Dispatcher that asks the sender of a request back before it answers with that response. */
  private static MessageDispatcher askingBack(MarshalDataSession session) {
    var self = new AtomicReference<MessageDispatcher>();
    self.set(
        new MessageDispatcher(
            session,
            2,
            request -> {
              byte[] text = request.getPayload();
              boolean askBack = new String(text, UTF_8).equals("ask back");
              return askBack ? ask(self.get(), request.getSender(), "plain").get() : text;
            }));
    return self.get();
  }

  private static CompletableFuture<byte[]> ask(
      MessageDispatcher from, SocketAddress dest, String text) throws Exception {
    return from.sendMessageWithFuture(
        new G2CLMessage(dest, text.getBytes(UTF_8)),
        RequestOptions.SYNC().service(ServiceNames.UNORDERED).timeout(Duration.ofSeconds(5)));
  }

  private static void send(MarshalDataSession session, String text) throws Exception {
    session.send(new G2CLMessage(null, text.getBytes(UTF_8)), 1, ServiceNames.FIFO);
  }
}
