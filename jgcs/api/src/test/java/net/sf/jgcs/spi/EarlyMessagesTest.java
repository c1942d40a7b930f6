package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class EarlyMessagesTest {
  private final List<String> delivered = new CopyOnWriteArrayList<>();
  private final List<String> dropped = new CopyOnWriteArrayList<>();
  private final EarlyMessages<String> early = new EarlyMessages<>(3, this::drop);

  private void drop(String message, long soFar) {
    dropped.add(message + ", " + soFar);
  }

  @Test
  void shouldDeliverInOrderWhatCameBeforeAndMeanwhile() {
    early.keep("a");
    early.keep("b");
    early.deliver(
        message -> {
          delivered.add(message);
          if (message.equals("a")) {
            assertThat(early.keep("c")).isTrue();
          }
        });
    assertThat(delivered).containsExactly("a", "b", "c");
  }

  @Test
  void shouldKeepNothingOnceAllWereDelivered() {
    early.deliver(delivered::add);
    assertThat(early.keep("late")).isFalse();
    assertThat(early.offer("later")).isFalse();
    early.deliver(delivered::add);
    assertThat(delivered).isEmpty();
  }

  @Test
  void shouldRefuseOneTooManyThatOthersMayPass() {
    for (String message : List.of("a", "b", "c")) {
      assertThat(early.offer(message)).isTrue();
    }
    assertThat(early.offer("d")).isFalse();
    early.deliver(delivered::add);
    assertThat(delivered).containsExactly("a", "b", "c");
  }

  /** As an engine does with ordered messages: those that are not kept are delivered at once. */
  private Thread engine(List<String> messages) {
    Thread engine =
        new Thread(
            () -> {
              for (String message : messages) {
                if (!early.keep(message)) {
                  delivered.add(message);
                }
              }
            });
    engine.setDaemon(true);
    engine.start();
    return engine;
  }

  private static void awaitState(Thread thread, Thread.State state) {
    while (thread.isAlive() && thread.getState() != state) {
      Thread.onSpinWait();
    }
  }

  @Test
  void shouldKeepTheOrderWhenMoreComeThanAreKept() throws Exception {
    List<String> messages = IntStream.range(0, 100).mapToObj(Integer::toString).toList();
    Thread engine = engine(messages);
    awaitState(engine, Thread.State.TIMED_WAITING); // for the first view
    early.deliver(
        message -> {
          if (message.equals("0")) {
            awaitState(engine, Thread.State.WAITING); // for this listener
          }
          delivered.add(message);
        });
    engine.join();
    assertThat(delivered).isEqualTo(messages);
    assertThat(dropped).isEmpty();
  }

  @Test
  void shouldDropWhatFindsNoRoomBeforeTheFirstViewAndWaitAndTellOnce() {
    EarlyMessages<String> impatient = new EarlyMessages<>(2, this::drop, Duration.ofMillis(50));
    for (String message : List.of("a", "b", "c", "d")) {
      assertThat(impatient.keep(message)).isTrue();
    }
    assertThat(dropped).containsExactly("c, 1");
    impatient.deliver(delivered::add);
    assertThat(delivered).containsExactly("a", "b");
    assertThat(impatient.keep("e")).isFalse();
  }

  @Test
  void shouldLetThoseWaitNoMoreWhoseMemberIsGone() throws Exception {
    Thread engine = engine(List.of("a", "b", "c", "d"));
    awaitState(engine, Thread.State.TIMED_WAITING);
    early.close();
    engine.join();
    early.deliver(delivered::add);
    assertThat(delivered).containsExactly("d");
  }

  @Test
  void shouldDeliverWhatIsBehindAMessageThatFails() {
    early.keep("a");
    early.keep("b");
    early.deliver(
        message -> {
          delivered.add(message);
          if (message.equals("a")) {
            throw new IllegalStateException("thrown by the test");
          }
        });
    assertThat(delivered).containsExactly("a", "b");
    assertThat(early.keep("c")).isFalse();
  }
}
