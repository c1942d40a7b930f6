package org.g2cl.cmi.tomee;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.g2cl.cmi.tomee.shop.Basket;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadsOfOneClientTest {
  private static final int CALLS = 250;

  @RegisterExtension static final AloneNode NODE = new AloneNode();

  @ParameterizedTest
  @ValueSource(ints = {4, 16})
  void shouldServeThreadsOfOneClientInOneSessionWithoutALateRequest(int threads) throws Exception {
    Basket basket = NODE.newBasket();
    Callable<Void> caller =
        () -> {
          for (int i = 0; i < CALLS; i++) {
            basket.add("pen");
          }
          return null;
        };
    var pool = Executors.newFixedThreadPool(threads);
    var running = new ArrayList<Future<Void>>();
    try {
      for (int i = 0; i < threads; i++) {
        running.add(pool.submit(caller));
      }
      for (Future<Void> each : running) {
        each.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(basket.items()).hasSize(threads * CALLS).allMatch(List.of("pen")::contains);
  }
}
