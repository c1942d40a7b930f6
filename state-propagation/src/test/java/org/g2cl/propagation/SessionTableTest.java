package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class SessionTableTest {
  private static final SessionId CART = new SessionId("cart-1");

  private final List<Entry> known = new ArrayList<>();
  private final SessionTable table = new SessionTable(Scheduler.live(), 8, this::discarding);

  private void discarding(SessionId session) {
    known.add(table.get(session));
  }

  /** Memory may be out; the next scan tries it again. */
  @Test
  void shouldGoOnWithASessionThatCouldNotBeForgotten() {
    SessionTable failing =
        new SessionTable(
            Scheduler.live(),
            8,
            session -> {
              throw new OutOfMemoryError("meant by the test");
            });
    Entry entry = failing.with(CART, made -> made);

    assertThatThrownBy(() -> failing.discard(entry)).isInstanceOf(OutOfMemoryError.class);

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> assertThat(failing.<Entry>with(CART, found -> found)).isSameAs(entry));
  }

  /** What is noted of the session from then on is noted of another entry, and after it. */
  @Test
  void shouldTellThatASessionIsForgottenBeforeThereCanBeAnotherEntryOfIt() {
    Entry entry = table.with(CART, made -> made);
    synchronized (entry) {
      table.discard(entry);
    }

    assertThat(known).containsExactly(entry);
    assertThat(table.get(CART)).isNull();
  }
}
