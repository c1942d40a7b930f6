package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class PutAwayListenersTest {
  private static final SessionId FIRST = new SessionId("s1");
  private static final SessionId SECOND = new SessionId("s2");

  private final List<SessionId> told = new ArrayList<>();
  private boolean outOfThreads = true;

  /** Whoever puts states away would take it for a failure of the disk. */
  @Test
  void shouldTellOfAStateWithTheNextOneWhenThereWasNoThreadForIt() {
    try (PutAwayListeners listeners = new PutAwayListeners(scheduler(), () -> "a")) {
      listeners.add(told::add);
      listeners.tell(FIRST);
      assertThat(told).isEmpty();

      outOfThreads = false;
      listeners.tell(SECOND);
      assertThat(told).containsExactly(FIRST, SECOND);
    }
  }

  private Scheduler scheduler() {
    return (Scheduler)
        Proxy.newProxyInstance(
            Scheduler.class.getClassLoader(),
            new Class<?>[] {Scheduler.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "worker" -> new Inline();
                  case "nanoTime" -> 0L;
                  default -> null;
                });
  }

  /** Runs tasks at once, when it has a thread. */
  private final class Inline implements Scheduler.Worker {
    @Override
    public boolean offer(Runnable task) {
      if (outOfThreads) {
        throw new InternalError("no thread, as the test wants it");
      }
      task.run();
      return true;
    }

    @Override
    public void close() {}
  }
}
