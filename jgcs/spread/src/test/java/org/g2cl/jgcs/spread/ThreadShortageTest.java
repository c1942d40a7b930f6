package org.g2cl.jgcs.spread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members for which the system has no more threads. */
class ThreadShortageTest {
  private final AtomicInteger missing = new AtomicInteger();
  private final AtomicInteger toMake = new AtomicInteger(Integer.MAX_VALUE);
  private volatile boolean exhausted;
  private volatile boolean broken;
  private InTestDaemon daemon;

  @BeforeEach
  void startDaemon() throws Exception {
    daemon = InTestDaemon.start();
  }

  @AfterEach
  void closeDaemon() {
    daemon.close();
  }

  /** Not by what a thread throws, which JUnit would take for the end of its own memory. */
  private static ConditionFactory await() {
    return Node.await().dontCatchUncaughtExceptions();
  }

  private Node node(String... settings) throws Exception {
    return new Node(
        new SpreadProtocol(
            SpreadSettings.of(Node.properties("a", daemon.address(), settings)), this::thread));
  }

  private Thread thread(Runnable body, String name) {
    if (broken) {
      missing.incrementAndGet();
      throw new InternalError("thrown by the test");
    }
    if (exhausted || toMake.decrementAndGet() < 0) {
      missing.incrementAndGet();
      return new WorkersTest.NoThread();
    }
    return ThreadMaker.OF_DAEMONS.make(body, name);
  }

  @Test
  void shouldKeepNoConnectionThatCannotBeRead() throws Exception {
    try (Node a = node()) {
      exhausted = true;
      assertThatThrownBy(a.control::join).isInstanceOf(OutOfMemoryError.class);
      await().until(() -> daemon.clients().isEmpty());
      assertThat(a.control.getLocalAddress()).isNull();
      exhausted = false;
      a.control.join();
      assertThat(a.sees(1)).isTrue();
    }
  }

  @Test
  void shouldKeepNoConnectionOnWhichItCannotSayThatItLives() throws Exception {
    try (Node a = node()) {
      toMake.set(1);
      assertThatThrownBy(a.control::join).isInstanceOf(OutOfMemoryError.class);
      await().until(() -> daemon.clients().isEmpty());
      toMake.set(2);
      a.control.join();
      assertThat(a.sees(1)).isTrue();
    }
  }

  @Test
  void shouldComeBackOnceThereAreThreadsAgain() throws Exception {
    try (Node a = node()) {
      a.control.join();
      SpreadAddress before = a.address();
      exhausted = true;
      daemon.cut(before.privateGroup());
      await().until(() -> missing.get() > 2);
      assertThat(a.heard).containsExactly("[a]", "excluded");
      exhausted = false;
      await().until(() -> a.heard.size() == 3);
      assertThat(a.heard.get(2)).isEqualTo("[a]");
      assertThat(a.address()).isNotEqualTo(before);
    }
  }

  @Test
  void shouldComeBackAfterOtherErrorsToo() throws Exception {
    try (Node a = node()) {
      a.control.join();
      broken = true;
      daemon.cut(a.address().privateGroup());
      await().until(() -> missing.get() > 2);
      broken = false;
      await().until(() -> a.heard.equals(List.of("[a]", "excluded", "[a]")));
    }
  }

  @Test
  void shouldComeBackThoughAListenerInterruptsTheThreadThatIsToJoinAgain() throws Exception {
    try (Node a = node()) {
      a.control.setExceptionListener(e -> Thread.currentThread().interrupt());
      a.control.join();
      exhausted = true;
      daemon.cut(a.address().privateGroup());
      await().until(() -> missing.get() > 1);
      exhausted = false;
      await().until(() -> a.heard.equals(List.of("[a]", "excluded", "[a]")));
    }
  }

  @Test
  void shouldSayThatItGivesUpWhenThereNeverAreThreads() throws Exception {
    try (Node a = node("reconnect-timeout", "PT0.2S")) {
      a.control.join();
      exhausted = true;
      daemon.cut(a.address().privateGroup());
      await().until(() -> a.errors.size() == 2);
      assertThat(a.errors.get(1)).contains("reconnect-timeout");
      await().until(() -> daemon.clients().isEmpty());
    }
  }
}
