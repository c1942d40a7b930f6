package org.g2cl.cmi.core;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What parts of a node have in common when they work and when they end. */
class ClosingTest {
  private static final Logger LOG = LoggerFactory.getLogger(ClosingTest.class);

  @Test
  void shouldCloseTheNextPartAlthoughOneFails() {
    checkThatTheNextIsClosedAfter(
        () -> {
          throw new IllegalStateException("planted");
        });
  }

  /** As of a class loader that was closed before. */
  @Test
  void shouldCloseTheNextPartAlthoughOneFailsByAnError() {
    checkThatTheNextIsClosedAfter(
        () -> {
          throw new NoClassDefFoundError("planted");
        });
  }

  private static void checkThatTheNextIsClosedAfter(AutoCloseable failing) {
    List<String> closed = new ArrayList<>();
    assertThatCode(
            () -> {
              Closing.quietly(LOG, "a", "first part", failing);
              Closing.quietly(LOG, "a", "part that is not there", null);
              Closing.quietly(LOG, "a", "last part", () -> closed.add("last"));
            })
        .doesNotThrowAnyException();
    assertThat(closed).containsExactly("last");
  }

  @Test
  void shouldNotKeepTheJvmRunningForWorkInTheBackground() throws Exception {
    ScheduledExecutorService timer = DaemonTimer.named("g2cl-some-work");
    try {
      Thread thread = timer.submit(Thread::currentThread).get(20, SECONDS);
      assertThat(thread.isDaemon()).isTrue();
      assertThat(thread.getName()).isEqualTo("g2cl-some-work");
    } finally {
      timer.shutdownNow();
    }
  }
}
