package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections of which one cannot be taken up. */
@Timeout(30)
class HandshakesTest {
  private static final String NO_THREAD = "unable to create native thread";

  private final BlockingQueue<Step> steps = new LinkedBlockingQueue<>();
  private final AtomicBoolean noAcceptor = new AtomicBoolean();
  private final Handshakes handshakes =
      new Handshakes(ConnectionGuard.none(), this::step, body -> new NoThread(), this::acceptor);

  /** What happens at the door. */
  private interface Step {
    AcceptedSocket next() throws IOException;
  }

  private AcceptedSocket step() throws IOException {
    try {
      return steps.take().next();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** Thread that the system has no room for. */
  private static final class NoThread extends Thread {
    @Override
    public synchronized void start() {
      throw new OutOfMemoryError(NO_THREAD);
    }
  }

  private Thread acceptor(Runnable body) {
    return noAcceptor.get() ? new NoThread() : new Thread(body);
  }

  @AfterEach
  void close() {
    steps.add(HandshakesTest::shut);
    handshakes.close();
  }

  private static AcceptedSocket shut() throws IOException {
    throw new IOException("shut");
  }

  @Test
  void shouldGoOnAfterAnErrorAtTheDoor() {
    steps.addAll(
        List.of(
            () -> {
              throw new OutOfMemoryError("thrown by the test");
            },
            HandshakesTest::shut));
    assertThatThrownBy(handshakes::next)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("thrown by the test");
    assertThatThrownBy(handshakes::next).isInstanceOf(IOException.class).hasMessage("shut");
  }

  @Test
  void shouldCloseAConnectionThatThereIsNoThreadFor() throws Exception {
    AcceptedSocket unheard = new AcceptedSocket(0);
    steps.addAll(List.of(() -> unheard, HandshakesTest::shut));
    assertThatThrownBy(handshakes::next)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(NO_THREAD);
    assertThat(unheard.isClosed()).isTrue();
    assertThatThrownBy(handshakes::next).isInstanceOf(IOException.class).hasMessage("shut");
  }

  /** JGroups asks again at once. */
  @Test
  void shouldRestBeforeItSaysThatThereIsNoThreadForTheDoor() {
    noAcceptor.set(true);
    long begin = System.nanoTime();
    assertThatThrownBy(handshakes::next)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(NO_THREAD);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Handshakes.REST);

    noAcceptor.set(false);
    steps.add(HandshakesTest::shut);
    assertThatThrownBy(handshakes::next).isInstanceOf(IOException.class).hasMessage("shut");
  }

  private String whyNoConnection() {
    return catchThrowable(handshakes::next).getMessage();
  }

  @Test
  void shouldGoOnInAnotherThreadWhenTheOneAtTheDoorEnds() {
    steps.addAll(
        List.of(
            () -> {
              Thread.currentThread().interrupt(); // which nobody else does
              throw new IOException("interrupted by the test");
            },
            HandshakesTest::shut));
    String told = whyNoConnection();
    for (int i = 0; i < 2 && !"shut".equals(told); i++) { // its end may be told by itself
      told = whyNoConnection();
    }
    assertThat(told).isEqualTo("shut");
  }
}
