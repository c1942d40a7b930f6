package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
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
  void shouldGoOnWhenTheEngineThrowsWhatItDoesNotDeclare() throws Exception {
    OrderedSender<String> sender =
        new OrderedSender<>(
            message -> {
              if (message.equals("bad")) {
                throw new IllegalStateException("broken");
              }
              sent.add(message);
            },
            failures::add);
    sendAsListener(sender, "bad");
    sendAsListener(sender, "good");
    await().atMost(Duration.ofSeconds(20)).until(() -> sent.contains("good"));
    sender.finish();
    sender.send("direct");
    assertThat(sent).containsExactly("good", "direct");
    assertThat(failures).singleElement().asString().contains("bad").contains("broken");
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
