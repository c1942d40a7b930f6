package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.g2cl.propagation.RequestId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final Duration LONG = Duration.ofSeconds(20);
  private static final String KEY = "cart";

  private final Turns turns = new Turns(Optional.of(LONG));
  private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
  private final List<Thread> callers = new ArrayList<>();
  private Turns.Place first;

  @BeforeEach
  void occupy() throws Exception {
    first = CompletableFuture.supplyAsync(() -> turns.enter(KEY)).get(20, TimeUnit.SECONDS);
  }

  /** Begins a call that waits, notes its number when it is in, and leaves. */
  private void call(int number, Turns.Wait wait) {
    var caller =
        new Thread(
            () -> {
              try {
                Turns.Place place = turns.enterInTurn(KEY, wait, LONG).orElseThrow();
                order.add(number);
                place.leave();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    callers.add(caller);
    caller.start();
    Awaitility.await("call " + number + " waits")
        .atMost(LONG)
        .until(() -> caller.getState() == Thread.State.TIMED_WAITING);
  }

  private Turns.Wait begun() {
    return turns.begin(KEY, Optional.empty(), LONG);
  }

  private List<Integer> orderOfAll() throws InterruptedException {
    first.leave();
    for (Thread caller : callers) {
      caller.join(LONG.toMillis());
    }
    return order;
  }

  @Test
  void shouldLetCallsInInTheOrderInWhichTheyCame() throws Exception {
    for (int i = 0; i < 8; i++) {
      call(i, begun());
    }

    assertThat(orderOfAll()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
  }

  @Test
  void shouldGiveACallThatComesAgainThePlaceThatItHad() throws Exception {
    var request = new RequestId("client-1");
    Turns.Wait wait = turns.begin(KEY, Optional.of(request), LONG);
    assertThat(turns.enterInTurn(KEY, wait, Duration.ofMillis(1))).isEmpty();
    turns.interrupt(KEY, request, wait);
    call(2, begun());

    call(1, turns.begin(KEY, Optional.of(request), LONG));

    assertThat(orderOfAll()).containsExactly(1, 2);
  }
}
