package net.sf.jgcs.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

class PackingSenderTest {
  /** As many as are sent at once. */
  private static final int FEW = 8;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<GroupException> failures = new CopyOnWriteArrayList<>();
  private final List<Runnable> timer = new CopyOnWriteArrayList<>();
  private final OrderedSender<String> ordered =
      new OrderedSender<>(this::engine, failures::add, this::thread);
  private final PackingSender<String> sender =
      new PackingSender<>(ordered, PackingSenderTest::packed, timer::add, failures::add);
  private final CountDownLatch interruption = new CountDownLatch(1);
  private boolean isSlow;
  private Runnable whenQueued = () -> {};

  private Thread thread(Runnable body) {
    whenQueued.run();
    return new Thread(body, "sender");
  }

  private void engine(String message) {
    if (isSlow) {
      awaitQuietly(interruption);
    }
    sent.add(message);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The messages of a pack, in brackets. */
  private static String packed(byte[] pack) {
    List<String> parts = new ArrayList<>();
    Pack.read(
        pack,
        0,
        pack.length,
        (array, offset, length) -> parts.add(new String(array, offset, length, UTF_8)));
    return parts.toString();
  }

  private void send(String text) throws GroupException {
    var message = new PackFuzzTest.ToBeSent();
    message.setPayload(text.getBytes(UTF_8));
    if (!sender.packs(message)) {
      sender.alone(text);
    }
  }

  private void sendFew() throws GroupException {
    for (int i = 0; i < FEW; i++) {
      send(Integer.toString(i));
    }
    assertThat(sent).hasSize(FEW);
    sent.clear();
  }

  private void awaitSent(String... messages) {
    await().atMost(Duration.ofSeconds(20)).until(() -> sent.size() >= messages.length);
    ordered.finish();
    assertThat(sent).containsExactly(messages);
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldSendEachAtOnceWhileFewAreOnTheirWay() throws Exception {
    for (int i = 0; i < 10 * FEW; i++) {
      send("x");
      assertThat(sent).hasSize(i + 1);
      sender.delivered();
    }
    assertThat(timer).isEmpty();
  }

  @Test
  void shouldSendWhatGatheredWhenFewerAreOnTheirWay() throws Exception {
    sendFew();
    send("a");
    send("b");
    assertThat(sent).isEmpty();
    sender.delivered();
    awaitSent("[a, b]");
    send("c"); // the pack took the place of the delivered one
    sender.delivered();
    awaitSent("[a, b]", "[c]");
  }

  @Test
  void shouldSendWhatGatheredWhenTheTimeIsOver() throws Exception {
    sendFew();
    send("a");
    send("b");
    timer.remove(0).run();
    awaitSent("[a, b]");
    assertThat(timer).isEmpty();
  }

  @Test
  void shouldLookAgainWhenThePackIsAnotherOneThanWhenItBegan() throws Exception {
    sendFew();
    send("a");
    sender.flush();
    send("b");
    timer.remove(0).run();
    awaitSent("[a]");
    timer.remove(0).run();
    awaitSent("[a]", "[b]");
  }

  @Test
  void shouldSendAPackThatIsFull() throws Exception {
    sendFew();
    String large = "x".repeat(Pack.LARGEST_MESSAGE);
    int sentBytes = 0;
    while (sent.isEmpty()) {
      send(large);
      ordered.finish();
      sentBytes += large.length();
      assertThat(sentBytes).isLessThan(1 << 20);
    }
    assertThat(sent).singleElement().asString().hasSizeGreaterThan(sentBytes);
  }

  @Test
  void shouldSendALargeOneAloneBehindThoseThatGathered() throws Exception {
    sendFew();
    send("a");
    String large = "x".repeat(Pack.LARGEST_MESSAGE + 1);
    send(large);
    awaitSent("[a]", large);
  }

  @Test
  void shouldSendAndCountAnewWhenTheViewChanges() throws Exception {
    sendFew();
    send("a");
    sender.viewChanged();
    awaitSent("[a]");
    send("b");
    awaitSent("[a]", "b");
  }

  @Test
  void shouldNotLetTheNextOvertakeAPackThatIsJustBeingQueued() throws Exception {
    Thread next = new Thread(() -> sendUnchecked("next"), "next");
    whenQueued = () -> startAndAwaitItsEndOrWait(next);
    sendFew();
    send("a");
    sender.viewChanged(); // so that the next one does not gather
    next.join(Duration.ofSeconds(20).toMillis());
    awaitSent("[a]", "next");
  }

  private static void startAndAwaitItsEndOrWait(Thread thread) {
    thread.start();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> !thread.isAlive() || thread.getState() == Thread.State.BLOCKED);
  }

  @Test
  void shouldKeepTheOrderOfEachThreadWhateverHappensBeside() throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      threads.add(new Thread(() -> sendNumbered(name), name));
    }
    threads.forEach(Thread::start);
    while (threads.stream().anyMatch(Thread::isAlive)) {
      sender.delivered();
      sender.viewChanged();
    }
    sender.flush();
    ordered.finish();
    List<String> all =
        sent.stream()
            .flatMap(message -> Stream.of(message.replaceAll("[\\[\\]]", "").split(", ")))
            .toList();
    for (Thread thread : threads) {
      assertThat(all.stream().filter(message -> message.startsWith(thread.getName())))
          .containsExactlyElementsOf(numbered(thread.getName()));
    }
  }

  private void sendNumbered(String name) {
    numbered(name).forEach(this::sendUnchecked);
  }

  private static List<String> numbered(String name) {
    return IntStream.range(0, 5_000).mapToObj(number -> name + number).toList();
  }

  @Test
  void shouldNotLetAListenerWaitForAnEngineThatDoes() throws Exception {
    sendFew();
    isSlow = true;
    send("a");
    sender.delivered(); // the pack waits in the engine
    ListenerThreads.run(
        () -> {
          for (int i = 0; i < 100_000; i++) {
            sendUnchecked("by a listener");
          }
        });
    assertThat(sent).isEmpty();
    interruption.countDown();
    sender.flush();
    ordered.finish();
    assertThat(sent.get(0)).isEqualTo("[a]");
    assertThat(String.join("", sent).split("by a listener", -1)).hasSize(100_000 + 1);
  }

  private void sendUnchecked(String text) {
    try {
      send(text);
    } catch (GroupException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldTellOfAPackThatIsNotSentSinceTheMemberHasLeft() throws Exception {
    sendFew();
    send("a");
    ordered.close();
    sender.flush();
    assertThat(failures).singleElement().asString().contains("not sent: this member has left");
    assertThat(sent).isEmpty();
  }
}
