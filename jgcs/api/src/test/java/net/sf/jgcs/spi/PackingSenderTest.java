package net.sf.jgcs.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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
  private final Outstanding<String> outstanding = new Outstanding<>(this::engine);
  private final OrderedSender<String> ordered =
      new OrderedSender<>(outstanding, failures::add, this::thread);
  private final PackingSender<String> sender =
      new PackingSender<>(
          ordered, outstanding, PackingSenderTest::packed, this::runsSoon, this::failed);
  private final CountDownLatch interruption = new CountDownLatch(1);
  private volatile boolean isSlow;
  private boolean isBroken;
  private boolean hasTimer = true;
  private Runnable whenFailed = () -> {};
  private Runnable whenQueued = () -> {};

  private Thread thread(Runnable body) {
    whenQueued.run();
    return new Thread(body, "sender");
  }

  private boolean runsSoon(Runnable task) {
    return hasTimer && timer.add(task);
  }

  private void failed(GroupException failure) {
    whenFailed.run();
    failures.add(failure);
  }

  private void engine(String message) throws GroupException {
    if (isBroken) {
      throw new GroupException("broken");
    }
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
    sender.delivered();
    awaitSent("[a]");
    send("b");
    timer.remove(0).run();
    awaitSent("[a]");
    timer.remove(0).run();
    awaitSent("[a]", "[b]");
    assertThat(timer).isEmpty();
  }

  @Test
  void shouldNotGatherWithoutATimer() throws Exception {
    sendFew();
    hasTimer = false;
    send("a");
    awaitSent("[a]");
  }

  @Test
  void shouldSendAloneAgainWhenThoseOnTheirWayWereLost() throws Exception {
    sendFew();
    send("a");
    timer.remove(0).run();
    awaitSent("[a]");
    send("b");
    awaitSent("[a]", "b");
  }

  @Test
  void shouldNotCountWhatTheEngineRefuses() throws Exception {
    isBroken = true;
    for (int i = 0; i < 2 * FEW; i++) {
      assertThatThrownBy(() -> send("x")).isInstanceOf(GroupException.class);
    }
    isBroken = false;
    send("a");
    awaitSent("a");
  }

  @Test
  void shouldSendWhatGatheredAndPackNothingMoreWhenItStops() throws Exception {
    sendFew();
    send("a");
    sender.finish();
    awaitSent("[a]");
    send("b");
    awaitSent("[a]", "b");
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
      while (!timer.isEmpty()) {
        timer.remove(0).run();
      }
    }
    sender.finish();
    assertThat(failures).isEmpty();
    assertThat(sent).anyMatch(message -> message.startsWith("["));
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

  /** Every eleventh is too large for a pack. */
  private static List<String> numbered(String name) {
    String large = ".".repeat(Pack.LARGEST_MESSAGE);
    return IntStream.range(0, 5_000)
        .mapToObj(number -> name + number + (number % 11 == 0 ? large : ""))
        .toList();
  }

  @Test
  void shouldLetOthersWaitForRoomAndListenersNot() throws Exception {
    sendFew();
    isSlow = true;
    Thread other = new Thread(() -> sendLarge("by another", 20_000), "other");
    other.start();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> other.getState() == Thread.State.TIMED_WAITING);
    ListenerThreads.run(() -> sendLarge("by a listener", 2_000));
    assertThat(sent).isEmpty();
    interruption.countDown();
    other.join(Duration.ofSeconds(60).toMillis());
    sender.finish();
    assertThat(failures).isEmpty();
    assertThat(String.join("", sent).split("by another", -1)).hasSize(20_000 + 1);
    assertThat(String.join("", sent).split("by a listener", -1)).hasSize(2_000 + 1);
  }

  private void sendLarge(String text, int times) {
    for (int i = 0; i < times; i++) {
      sendUnchecked(text + " ".repeat(Pack.LARGEST_MESSAGE - text.length()));
    }
  }

  @Test
  void shouldNotTakeAMessageWhoseSenderIsInterruptedWhileItWaits() throws Exception {
    sendFew();
    isSlow = true;
    AtomicInteger taken = new AtomicInteger();
    Thread other = new Thread(() -> sendUntilItFails(taken), "other");
    other.start();
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> other.getState() == Thread.State.TIMED_WAITING);
    other.interrupt();
    other.join(Duration.ofSeconds(20).toMillis());
    interruption.countDown();
    sender.finish();
    assertThat(failures).singleElement().asString().contains("interrupted");
    assertThat(String.join("", sent).split("x+", -1)).hasSize(taken.get() + 1);
  }

  private void sendUntilItFails(AtomicInteger taken) {
    try {
      while (true) {
        send("x".repeat(Pack.LARGEST_MESSAGE));
        taken.incrementAndGet();
      }
    } catch (GroupException e) {
      failures.add(e);
    }
  }

  private void sendUnchecked(String text) {
    try {
      send(text);
    } catch (GroupException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void shouldTellHowManyWereNotSentWithoutALockThatSendersNeed() throws Exception {
    whenFailed = this::sendByAnother;
    sendFew();
    send("a");
    send("b");
    ordered.close();
    sender.viewChanged();
    assertThat(failures)
        .singleElement()
        .asString()
        .contains("2 messages that were packed were not sent: this member has left");
    assertThat(sent).containsExactly("by another");
  }

  private void sendByAnother() {
    Thread another = new Thread(() -> sendUnchecked("by another"), "another");
    another.start();
    try {
      another.join(Duration.ofSeconds(20).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    assertThat(another.isAlive()).isFalse();
  }

  @Test
  void shouldTellOfAFullPackThatIsNotSent() throws Exception {
    sendFew();
    send("x".repeat(Pack.LARGEST_MESSAGE));
    ordered.close();
    int count = 1;
    while (failures.isEmpty()) {
      send("x".repeat(Pack.LARGEST_MESSAGE));
      count++;
      assertThat(count).isLessThan(100);
    }
    assertThat(failures).singleElement().asString().contains(count + " messages");
    assertThatThrownBy(() -> send("late")).hasMessageContaining("this member has left");
  }

  @Test
  void shouldFinishWhenItsOwnHaveComeBack() throws Exception {
    sendFew();
    AtomicInteger back = new AtomicInteger();
    Thread engine = new Thread(() -> bringBack(back), "engine");
    engine.start();
    sender.finish();
    assertThat(back).hasValue(FEW);
    engine.join(Duration.ofSeconds(20).toMillis());
  }

  @Test
  void shouldAwaitItsOwnHoweverLongTheyTake() throws Exception {
    sendFew();
    send("a");
    timer.remove(0).run(); // they take longer than it gathers
    checkThatItAwaits(FEW + 1);
  }

  @Test
  void shouldAwaitItsOwnOfTheViewBefore() throws Exception {
    sendFew();
    sender.viewChanged();
    checkThatItAwaits(FEW);
  }

  @Test
  void shouldAwaitNothingThatTheEngineRefused() throws Exception {
    sendFew();
    send("a");
    isBroken = true;
    timer.remove(0).run();
    await().atMost(Duration.ofSeconds(20)).until(() -> !failures.isEmpty());
    checkThatItAwaits(FEW);
  }

  private void checkThatItAwaits(int messages) throws Exception {
    Thread leaving = new Thread(sender::finish, "leaving");
    leaving.start();
    for (int i = 0; i < messages; i++) {
      await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> leaving.getState() == Thread.State.TIMED_WAITING);
      assertThat(leaving.isAlive()).as("%d came back", i).isTrue();
      sender.delivered();
    }
    leaving.join(Duration.ofSeconds(20).toMillis());
    assertThat(leaving.isAlive()).isFalse();
  }

  private void bringBack(AtomicInteger back) {
    for (int i = 0; i < FEW; i++) {
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      back.incrementAndGet();
      sender.delivered();
    }
  }

  @Test
  void shouldTakeATaskForLostThatTheTimerDoesNotRun() throws Exception {
    sendFew();
    send("a");
    await()
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              send("b");
              return !sent.isEmpty();
            });
    assertThat(timer).isNotEmpty();
    assertThat(sent.get(0)).startsWith("[a, b");
  }

  @Test
  void shouldSendAllThatAListenerSentBeforeItWasRefused() throws Exception {
    sendFew();
    isSlow = true;
    List<String> taken = new ArrayList<>();
    ListenerThreads.run(() -> sendUntilRefused(taken));
    interruption.countDown();
    sender.finish();
    assertThat(failures).singleElement().asString().contains("too slow");
    assertThat(
            sent.stream()
                .flatMap(message -> Stream.of(message.replaceAll("[\\[\\].]", "").split(", "))))
        .containsExactlyElementsOf(taken);
  }

  private void sendUntilRefused(List<String> taken) {
    String filling = ".".repeat(Pack.LARGEST_MESSAGE - 10);
    try {
      while (true) {
        send(taken.size() + filling);
        taken.add(Integer.toString(taken.size()));
      }
    } catch (GroupException e) {
      failures.add(e);
    }
  }
}
