package org.g2cl.cmi.core;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RejoinTest {
  private final AtomicInteger tries = new AtomicInteger();

  /** Nobody else brings the node back. */
  @Test
  void shouldTryAgainAfterAnError() {
    try (Rejoin rejoin = new Rejoin("a", this::failAtFirst)) {
      rejoin.begin();
      await().until(() -> tries.get() > 1);
    }
  }

  private boolean failAtFirst() {
    if (tries.incrementAndGet() == 1) {
      throw new InternalError("meant by the test");
    }
    return true;
  }
}
