package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

class OrderedSenderTest {
  private final List<String> sent = new CopyOnWriteArrayList<>();
  private final List<GroupException> failures = new CopyOnWriteArrayList<>();

  private static void sendAsListener(OrderedSender<String> sender, String message) {
    ListenerThreads.run(
        () -> {
          try {
            sender.send(message);
          } catch (GroupException e) {
            throw new AssertionError(e);
          }
        });
  }

  @Test
  void shouldSendWhatItAcceptedBeforeItIsClosed() {
    CountDownLatch slow = new CountDownLatch(1);
    OrderedSender<String> sender =
        new OrderedSender<>(
            message -> {
              awaitQuietly(slow);
              sent.add(message);
            },
            failures::add);
    for (String message : List.of("1", "2", "3")) {
      sendAsListener(sender, message);
    }
    slow.countDown();
    sender.finish();
    sender.close();
    assertThat(sent).containsExactly("1", "2", "3");
  }

  /** An engine that sends all but one message. */
  private void sendUnlessBad(String message) {
    if (message.equals("bad")) {
      throw new IllegalStateException("broken");
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

  @Test
  void shouldGiveUpToFinishWhenTheEngineBlocks() {
    CountDownLatch never = new CountDownLatch(1);
    OrderedSender<String> sender =
        new OrderedSender<>(message -> awaitQuietly(never), failures::add);
    sendAsListener(sender, "1");
    sender.finish();
    sender.close();
    never.countDown();
  }

  @Test
  void shouldFinishAsLongAsSomethingIsSent() {
    OrderedSender<String> sender =
        new OrderedSender<>(
            message -> {
              pause(); // five take longer than one may stand still
              sent.add(message);
            },
            failures::add);
    for (String message : List.of("1", "2", "3", "4", "5")) {
      sendAsListener(sender, message);
    }
    sender.finish();
    sender.close();
    assertThat(sent).containsExactly("1", "2", "3", "4", "5");
    assertThat(failures).isEmpty();
  }

  private static void pause() {
    try {
      assertThat(new CountDownLatch(1).await(400, TimeUnit.MILLISECONDS)).isFalse();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void shouldGoOnWhenWhoIsToldOfAFailureFails() {
    OrderedSender<String> sender =
        new OrderedSender<>(
            this::sendUnlessBad,
            failure -> {
              throw new OutOfMemoryError("nothing can be said");
            });
    sendAsListener(sender, "bad");
    sendAsListener(sender, "good");
    sender.finish();
    assertThat(sent).containsExactly("good");
  }

  @Test
  void shouldGoOnWhenTheEngineThrowsWhatItDoesNotDeclare() throws Exception {
    OrderedSender<String> sender = new OrderedSender<>(this::sendUnlessBad, failures::add);
    sendAsListener(sender, "bad");
    sendAsListener(sender, "good");
    await().atMost(Duration.ofSeconds(20)).until(() -> sent.contains("good"));
    sender.finish();
    sender.send("direct");
    assertThat(sent).containsExactly("good", "direct");
    assertThat(failures).singleElement().asString().contains("bad").contains("broken");
  }

  @Test
  void shouldLetOthersWaitWhileAListenersMessagesAreQueued() throws Exception {
    int many = 15_000;
    CountDownLatch slow = new CountDownLatch(1);
    OrderedSender<String> sender =
        new OrderedSender<>(
            message -> {
              awaitQuietly(slow);
              sent.add(message);
            },
            failures::add);
    sendAsListener(sender, "0");
    Thread other = new Thread(() -> sendMany(sender, many), "other");
    other.start();
    await().atMost(Duration.ofSeconds(20)).until(() -> isWaiting(other));
    sendAsListener(sender, "of a listener");
    slow.countDown();
    other.join(Duration.ofSeconds(60).toMillis());
    sender.finish();
    assertThat(failures).isEmpty();
    assertThat(sent).hasSize(many + 2).contains("of a listener");
    assertThat(sent.stream().filter(message -> !message.startsWith("of")))
        .isSortedAccordingTo(Comparator.comparingInt(Integer::parseInt));
  }

  private static boolean isWaiting(Thread thread) {
    return thread.getState() == Thread.State.TIMED_WAITING;
  }

  private void sendMany(OrderedSender<String> sender, int many) {
    try {
      for (int i = 1; i <= many; i++) {
        sender.send(Integer.toString(i));
      }
    } catch (GroupException e) {
      failures.add(e);
    }
  }

  @Test
  void shouldLetNobodyWaitForRoomThatIsClosedOrInterrupted() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    OrderedSender<String> sender =
        new OrderedSender<>(message -> awaitQuietly(never), failures::add);
    sendAsListener(sender, "0");
    Thread interrupted = new Thread(() -> sendMany(sender, 2_000), "interrupted");
    interrupted.start();
    await().atMost(Duration.ofSeconds(20)).until(() -> isWaiting(interrupted));
    interrupted.interrupt();
    interrupted.join(Duration.ofSeconds(20).toMillis());
    assertThat(failures).singleElement().asString().contains("interrupted, with 1000 messages");

    Thread waiting = new Thread(() -> sendMany(sender, 1), "waiting");
    waiting.start();
    await().atMost(Duration.ofSeconds(20)).until(() -> isWaiting(waiting));
    sender.close();
    never.countDown();
    waiting.join(Duration.ofSeconds(20).toMillis());
    assertThat(waiting.isAlive()).isFalse();
    assertThat(failures)
        .extracting(Throwable::getMessage)
        .anyMatch(message -> message.startsWith("not sent: this member left"))
        .contains("1000 messages were not sent: this member left before");
  }

  @Test
  void shouldSendByTheSameThreadWhatComesSoonAfter() throws Exception {
    AtomicInteger threads = new AtomicInteger();
    OrderedSender<String> sender =
        new OrderedSender<>(
            sent::add,
            failures::add,
            body -> new Thread(body, "sender " + threads.incrementAndGet()));
    for (String message : List.of("1", "2", "3")) {
      sendAsListener(sender, message);
      sender.finish();
    }
    assertThat(sent).containsExactly("1", "2", "3");
    assertThat(threads).hasValueLessThan(3); // one, unless this thread stands still for a second
    sender.close();
  }

  /** Thread that the system has no room for. */
  private static final class NoThread extends Thread {
    @Override
    public synchronized void start() {
      throw new OutOfMemoryError("unable to create native thread");
    }
  }

  @Test
  void shouldSendAgainAfterATimeWithoutThreads() throws Exception {
    AtomicBoolean exhausted = new AtomicBoolean(true);
    OrderedSender<String> sender =
        new OrderedSender<>(
            sent::add,
            failures::add,
            body -> exhausted.get() ? new NoThread() : new Thread(body, "sender"));
    assertThatThrownBy(() -> sendAsListener(sender, "lost"))
        .hasRootCauseInstanceOf(OutOfMemoryError.class)
        .cause()
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("unable to create native thread");
    sender.send("direct");
    exhausted.set(false);
    sendAsListener(sender, "queued");
    sender.finish();
    assertThat(sent).containsExactly("direct", "queued");
  }
}
