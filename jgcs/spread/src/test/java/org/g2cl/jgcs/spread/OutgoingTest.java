package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import net.sf.jgcs.GroupException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many large messages at a time. */
@Timeout(60)
class OutgoingTest {
  private static final int SENDERS = 300;

  private final Gate gate = new Gate();

  /** Lets no frame through until it is open. */
  private static final class Gate implements Outgoing.Wire {
    final Set<Thread> begun = ConcurrentHashMap.newKeySet();
    final CountDownLatch open = new CountDownLatch(1);

    @Override
    public void write(DaemonConnection.Writing part) throws GroupException {
      begun.add(Thread.currentThread());
      try {
        open.await();
        part.to(new FrameWriter(OutputStream.nullOutputStream(), "#a#d1"));
      } catch (IOException | InterruptedException e) {
        throw new GroupException("not written", e);
      }
    }

    @Override
    public void close() {}
  }

  /** Interrupts whoever writes the frame of that number, while he waits for the others. */
  private static final class Interruption implements Outgoing.Wire {
    final int at;
    int frames;
    boolean closed;

    Interruption(int at) {
      this.at = at;
    }

    @Override
    public void write(DaemonConnection.Writing part) throws GroupException {
      if (frames++ == at) {
        Thread.currentThread().interrupt();
        throw new GroupException("interrupted by the test");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Has an error of the JVM at the frame of that number. */
  private static final class Broken implements Outgoing.Wire {
    final int at;
    int frames;
    boolean closed;

    Broken(int at) {
      this.at = at;
    }

    @Override
    public void write(DaemonConnection.Writing part) {
      if (frames++ == at) {
        throw new InternalError("thrown by the test");
      }
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @AfterEach
  void open() {
    gate.open.countDown();
  }

  private static SpreadSettings settings() throws GroupException {
    return SpreadSettings.of(Map.of());
  }

  private List<Thread> senders(Outgoing outgoing, List<String> sent, int number) {
    List<Thread> threads =
        IntStream.range(0, number)
            .mapToObj(i -> new Thread(() -> send(outgoing, sent, 300_000), "sender-" + i))
            .toList();
    threads.forEach(Thread::start);
    return threads;
  }

  private static void send(Outgoing outgoing, List<String> sent, int bytes) {
    try {
      outgoing.send("g", new byte[bytes], SpreadService.FIFO, 0);
      sent.add("sent");
    } catch (GroupException e) {
      sent.add(e.getMessage());
    }
  }

  @Test
  void shouldNotBeginMoreLargeMessagesThanReceiversKeep() throws Exception {
    List<String> sent = new CopyOnWriteArrayList<>();
    List<Thread> threads = senders(new Outgoing(settings(), gate), sent, SENDERS);
    Node.await().until(() -> threads.stream().allMatch(OutgoingTest::waits));
    assertThat(gate.begun).hasSize(Outgoing.MOST_BEGUN).hasSizeLessThan(Reassembly.MOST_PER_SENDER);
    gate.open.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(sent).hasSize(SENDERS).containsOnly("sent");
  }

  private static boolean waits(Thread thread) {
    return thread.getState() == Thread.State.WAITING
        || thread.getState() == Thread.State.TIMED_WAITING;
  }

  @Test
  void shouldNotBeginMoreBytesThanReceiversKeep() throws Exception {
    List<String> sent = new CopyOnWriteArrayList<>();
    Outgoing outgoing = new Outgoing(settings(), gate);
    List<Thread> threads =
        IntStream.range(0, 4)
            .mapToObj(i -> new Thread(() -> send(outgoing, sent, 12 << 20), "sender-" + i))
            .toList();
    threads.forEach(Thread::start);
    Node.await().until(() -> threads.stream().allMatch(OutgoingTest::waits));
    assertThat(gate.begun).hasSize(2);
    gate.open.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(sent).hasSize(4).containsOnly("sent");
  }

  @Test
  void shouldOnlyFailTheSendingWhenNothingOfALargeMessageIsSent() throws Exception {
    Interruption early = new Interruption(0);
    assertInterrupted(early);
    assertThat(early.closed).isFalse();
    assertThat(early.frames).isEqualTo(1);
  }

  @Test
  void shouldCloseTheConnectionWhenTheRestOfALargeMessageCannotBeSent() throws Exception {
    Interruption late = new Interruption(1);
    assertInterrupted(late);
    assertThat(late.closed).isTrue();
    assertThat(late.frames).isEqualTo(2);
  }

  @Test
  void shouldCloseTheConnectionOnlyWhenAnErrorKeepsTheRestOfALargeMessageBack() throws Exception {
    Broken early = new Broken(0);
    assertBroken(early);
    assertThat(early.closed).isFalse();
    Broken late = new Broken(1);
    assertBroken(late);
    assertThat(late.closed).isTrue();
    assertThat(late.frames).isEqualTo(2);
  }

  private static void assertBroken(Outgoing.Wire wire) throws GroupException {
    Outgoing outgoing = new Outgoing(settings(), wire);
    assertThatThrownBy(() -> outgoing.send("g", new byte[300_000], SpreadService.FIFO, 0))
        .isInstanceOf(InternalError.class);
  }

  private static void assertInterrupted(Outgoing.Wire wire) throws GroupException {
    Outgoing outgoing = new Outgoing(settings(), wire);
    assertThatThrownBy(() -> outgoing.send("g", new byte[300_000], SpreadService.FIFO, 0))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void shouldRefuseALargeMessageWhenThoseThatAreBegunDoNotEnd() throws Exception {
    Outgoing outgoing = new Outgoing(settings(), gate, Duration.ofMillis(20));
    List<String> sent = new CopyOnWriteArrayList<>();
    senders(outgoing, sent, Outgoing.MOST_BEGUN);
    Node.await().until(() -> gate.begun.size() == Outgoing.MOST_BEGUN);
    assertThatThrownBy(() -> outgoing.send("g", new byte[300_000], SpreadService.FIFO, 0))
        .isInstanceOf(GroupException.class)
        .hasMessageContaining("sends " + Outgoing.MOST_BEGUN)
        .hasMessageContaining("fragment-bytes");
  }
}
