package org.g2cl.cmi.core;

import static org.awaitility.Awaitility.await;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ServiceConfigurationError;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DaemonTimerTest {
  private final ScheduledExecutorService timer = DaemonTimer.named("test");
  private final AtomicInteger runs = new AtomicInteger();

  /** Cannot be logged, as when memory is out. */
  private static final class Unloggable extends InternalError {
    private static final long serialVersionUID = 1;

    @Override
    public void printStackTrace(PrintStream to) {
      throw this;
    }
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private void checkThatItRunsAgainAfter(Error failure) {
    DaemonTimer.repeat(
        timer,
        Duration.ofMillis(1),
        () -> {
          if (runs.incrementAndGet() == 1) {
            throw failure;
          }
        });
    await().until(() -> runs.get() > 1);
  }

  @Test
  void shouldRunATaskAgainThatHasFailedByAnError() {
    checkThatItRunsAgainAfter(new InternalError("meant by the test"));
  }

  /** As the JDK throws where a driver or a naming provider cannot be loaded. */
  @Test
  void shouldRunATaskAgainThatHasFailedByAnErrorOfALibrary() {
    checkThatItRunsAgainAfter(new ServiceConfigurationError("meant by the test"));
  }

  @Test
  void shouldRunATaskAgainWhoseErrorCannotBeLogged() {
    checkThatItRunsAgainAfter(new Unloggable());
  }
}
