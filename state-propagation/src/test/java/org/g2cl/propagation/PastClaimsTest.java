package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import org.g2cl.Scheduler;
import org.junit.jupiter.api.Test;

class PastClaimsTest {
  private static final SessionId CART = new SessionId("cart");

  private final PastClaims past = new PastClaims();

  private static SessionId session(int number) {
    return new SessionId("cart-" + number);
  }

  @Test
  void shouldKnowTheLastEpochThatWasNoted() {
    past.note(CART, 3);
    past.note(session(1), 9);
    past.note(CART, 7);

    assertThat(past.epochOf(CART)).isEqualTo(7);
    assertThat(past.epochOf(session(1))).isEqualTo(9);
    assertThat(past.epochOf(session(2))).as("never noted").isZero();
  }

  @Test
  void shouldNotNoteThatThereWasNoClaim() {
    past.note(CART, 0);

    assertThat(past.epochOf(CART)).isZero();
  }

  @Test
  void shouldKnowTheLastThatWereNotedAndForgetTheOldest() {
    int noted = 3 * PastClaims.KEPT;
    for (int i = 1; i <= noted; i++) {
      past.note(session(i), i);
    }

    for (int i = noted - PastClaims.KEPT + 1; i <= noted; i++) {
      assertThat(past.epochOf(session(i))).isEqualTo(i);
    }
    assertThat(past.epochOf(session(1))).isZero();
    assertThat(past.epochOf(session(PastClaims.KEPT))).isZero();
  }

  @Test
  void shouldBeginASessionThatWasForgottenWithItsEpoch() {
    SessionTable table = new SessionTable(Scheduler.live(), 8);
    Entry entry =
        table.with(
            CART,
            made -> {
              made.copy().onClaim(25, "n6");
              return made;
            });
    synchronized (entry) {
      table.discard(entry);
    }
    assertThat(table.get(CART)).isNull();

    assertThat(table.<Long>with(CART, again -> again.copy().epoch())).isEqualTo(25);
    assertThat(table.<Object>with(CART, again -> again.copy().owner())).isNull();
    assertThat(table.<Boolean>with(CART, again -> again.copy().onClaim(25, "n4"))).isFalse();
  }
}
