package org.g2cl.cmi.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class RejoinTest {
  private final AtomicInteger tries = new AtomicInteger();
  private final AtomicReference<Thread> trier = new AtomicReference<>();

  /** Cannot be told in a log, as when memory is out. */
  private static final class Untellable extends InternalError {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw this;
    }
  }

  /** Nobody else brings the node back. */
  @Test
  void shouldTryAgainAfterAnError() {
    checkThatItTriesAgainAfter(new InternalError("meant by the test"));
  }

  @Test
  void shouldTryAgainAfterAnErrorThatCannotBeLogged() {
    checkThatItTriesAgainAfter(new Untellable());
  }

  private void checkThatItTriesAgainAfter(Error failure) {
    try (Rejoin rejoin = new Rejoin("a", () -> failAtFirst(failure))) {
      rejoin.begin();
      await().until(() -> tries.get() > 1);
    }
  }

  private boolean failAtFirst(Error failure) {
    if (tries.incrementAndGet() == 1) {
      throw failure;
    }
    return true;
  }

  /** When the node is put out there may be no memory for one. */
  @Test
  void shouldTryInAThreadThatWasThereBefore() {
    try (Rejoin rejoin = new Rejoin("a", this::remember)) {
      Set<Thread> before = Thread.getAllStackTraces().keySet();
      rejoin.begin();
      await().until(() -> trier.get() != null);

      assertThat(before).contains(trier.get());
    }
  }

  @Test
  void shouldTryOnceMoreWhenItIsPutOutAgainWhileItComesBack() {
    AtomicReference<Rejoin> again = new AtomicReference<>();
    try (Rejoin rejoin = new Rejoin("a", () -> beginAtFirst(again.get()))) {
      again.set(rejoin);
      rejoin.begin();
      await().until(() -> tries.get() > 1);
    }
  }

  private boolean beginAtFirst(Rejoin rejoin) {
    if (tries.incrementAndGet() == 1) {
      rejoin.begin();
    }
    return true;
  }

  @Test
  void shouldLeaveNoThreadBehindWhenItIsClosed() {
    try (Rejoin rejoin = new Rejoin("a", this::remember)) {
      rejoin.begin();
      await().until(() -> trier.get() != null);
    }
    await().until(() -> !trier.get().isAlive());
  }

  private boolean remember() {
    trier.set(Thread.currentThread());
    return true;
  }
}
