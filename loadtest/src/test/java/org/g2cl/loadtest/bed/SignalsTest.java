package org.g2cl.loadtest.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SignalsTest {
  private Process sleeper;

  @BeforeEach
  void start() throws IOException {
    sleeper = new ProcessBuilder("sleep", "600").start();
  }

  @AfterEach
  void end() {
    sleeper.destroyForcibly();
  }

  @Test
  void shouldReachAChild() throws Exception {
    Signals.to(sleeper).send("TERM");

    assertThat(sleeper.waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Else a pause that stops nothing would pass as a failure that nobody noticed. */
  @Test
  void shouldSayThatASignalCannotBeSent() {
    Signals signals = new Signals.ToChild(sleeper, "/no/such/shell");

    assertThatThrownBy(() -> signals.send("STOP"))
        .isInstanceOf(BedException.class)
        .hasMessageContainingAll("signal STOP to process " + sleeper.pid(), "install bash");
  }

  @Test
  void shouldSendNothingToAProcessThatHasEnded() throws Exception {
    sleeper.destroyForcibly().waitFor();

    assertThatCode(() -> new Signals.ToChild(sleeper, "/no/such/shell").send("STOP"))
        .doesNotThrowAnyException();
  }
}
