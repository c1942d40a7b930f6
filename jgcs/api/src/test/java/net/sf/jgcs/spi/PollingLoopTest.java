package net.sf.jgcs.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.Test;

class PollingLoopTest {
  private final List<GroupException> told = new ArrayList<>();
  private final List<Long> pauses = new ArrayList<>();
  private int reads;
  private int longest;

  private void run(PollingLoop.Reader reader, int turns) {
    longest = turns;
    new PollingLoop(reader, () -> reads >= longest, told::add, pauses::add).run();
  }

  @Test
  void shouldPauseEverLongerUpToASecondWhenEveryReadFails() {
    run(
        () -> {
          reads++;
          throw new IOException("broken");
        },
        11);
    assertThat(pauses).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1000L, 1000L, 1000L);
    assertThat(told).hasSize(10);
    assertThat(told.get(0)).hasMessageContaining("broken").hasCauseInstanceOf(IOException.class);
  }

  @Test
  void shouldBeginWithAShortPauseAgainAfterAReadThatSucceeded() {
    run(
        () -> {
          if (++reads != 3) {
            throw new IOException("broken");
          }
        },
        6);
    assertThat(pauses).containsExactly(10L, 20L, 10L, 20L);
  }

  @Test
  void shouldTellNothingOfAReadThatFailsBecauseOfTheClose() {
    run(
        () -> {
          reads++;
          throw new IOException("closed");
        },
        1);
    assertThat(told).isEmpty();
    assertThat(pauses).isEmpty();
  }

  @Test
  void shouldReadOnWhenAListenerThrows() {
    run(
        () -> {
          if (++reads == 1) {
            throw new IllegalStateException("of the application");
          }
        },
        3);
    assertThat(reads).isEqualTo(3);
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).hasMessageContaining("of the application");
  }

  @Test
  void shouldReadOnWhenAListenerThrowsAnError() {
    run(
        () -> {
          if (++reads == 1) {
            throw new AssertionError("of the application");
          }
        },
        3);
    assertThat(reads).isEqualTo(3);
    assertThat(told).hasSize(1);
  }

  @Test
  void shouldReadOnWhenTheExceptionListenerThrows() {
    List<Throwable> uncaught = new ArrayList<>();
    Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> uncaught.add(failure));
    try {
      new PollingLoop(
              () -> {
                reads++;
                throw new IOException("broken");
              },
              () -> reads >= 3,
              failure -> {
                throw new IllegalStateException("of the listener");
              },
              pauses::add)
          .run();
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(pauses).hasSize(2);
    assertThat(uncaught).hasSize(2);
  }

  @Test
  void shouldEndAndKeepTheInterruptWhenInterrupted() {
    new PollingLoop(
            () -> {
              reads++;
              throw new InterruptedException();
            },
            () -> false,
            told::add,
            pauses::add)
        .run();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(reads).isEqualTo(1);
    assertThat(told).isEmpty();
  }
}
