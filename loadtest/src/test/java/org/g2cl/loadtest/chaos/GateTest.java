package org.g2cl.loadtest.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Fails by its deadline where the gate waits for ever, as for a call that never returns. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GateTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(2);

  private final Gate gate = new Gate();

  @Test
  void shouldGiveUpAClientWhoseCallNeverReturnsAndWaitForItOnce() throws Exception {
    gate.enter("client 1");
    gate.enter("client 2");
    gate.leave("client 1");

    assertThat(gate.shut(SHORT)).isEqualTo(List.of("client 2"));
    assertThat(gate.shut(LONG)).isEmpty();
    assertThat(gate.end(LONG)).isEmpty();
    assertThat(gate.holds("client 1")).isFalse();
    assertThat(gate.holds("client 2")).isTrue();
  }

  @Test
  void shouldWaitUntilACallHasReturned() throws Exception {
    gate.enter("client 1");
    CompletableFuture<Void> call =
        CompletableFuture.runAsync(
            () -> gate.leave("client 1"),
            CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS));

    assertThat(gate.shut(LONG)).isEmpty();
    assertThat(gate.holds("client 1")).isFalse();
    call.get(1, TimeUnit.SECONDS);
  }

  @Test
  void shouldLetNobodyInAfterTheEnd() throws Exception {
    gate.end(LONG);

    assertThat(gate.enter("client 1")).isFalse();
  }
}
