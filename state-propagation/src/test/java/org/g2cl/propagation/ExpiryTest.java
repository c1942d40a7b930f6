package org.g2cl.propagation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExpiryTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(4);

  /** After a quarter of the time-out and 2 s more, its copies take the session for over. */
  private static final Duration COPY_LIVES = Duration.ofSeconds(27);

  private static final Stamp MADE = new Stamp(1, 2);

  private final Clock clock = new Clock();
  private final Entry entry = new Entry(clock, new SessionId("cart-1"), 8, new Shared());
  private final Expiry expiry =
      new Expiry(
          PropagationSettings.builder()
              .acknowledgeTimeout(Duration.ofMillis(50))
              .callTimeout(CALL_TIMEOUT)
              .maxStateBytes(1000)
              .tombstoneRetention(Duration.ofMinutes(1))
              .repairPerSecond(9)
              .build());

  @Test
  void shouldLeaveATombstoneOfAnOrphanOnceItsTimeIsOver() {
    hold();
    clock.pass(COPY_LIVES.minusSeconds(1));
    expiry.tend(entry, true);
    assertThat(entry.copy().isRemoved()).isFalse();

    clock.pass(Duration.ofSeconds(2));
    expiry.tend(entry, true);

    assertIsTombstone();
  }

  /** The other part of a split group may have gone on with the session, and come back. */
  @Test
  void shouldDoubtTheTombstoneThatItLeavesSoThatOthersHearOfIt() {
    hold();
    clock.pass(COPY_LIVES.minusSeconds(1));
    expiry.tend(entry, true);
    assertThat(entry.isDoubtful()).isFalse();

    clock.pass(Duration.ofSeconds(2));
    expiry.tend(entry, true);

    assertThat(entry.isDoubtful()).isTrue();
  }

  /** Else an older copy, which seems younger, would be taken for the newest one day. */
  @Test
  void shouldLeaveATombstoneTooWhenAnOwnerThatIsThereHasForgottenTheSession() {
    hold();
    clock.pass(COPY_LIVES.plusSeconds(1));
    expiry.tend(entry, false);
    assertThat(entry.copy().isRemoved()).as("it may say itself what is to be dropped").isFalse();

    clock.pass(CALL_TIMEOUT.multipliedBy(2));
    expiry.tend(entry, false);

    assertIsTombstone();
  }

  @Test
  void shouldLeaveATombstoneOfWhatACallFindsOver() throws Exception {
    hold();
    clock.pass(COPY_LIVES.plusSeconds(1));
    assertThat(entry.enter(clock.nanoTime())).isTrue();
    Expiry.letGo(entry, true);
    assertThat(entry.copy().isRemoved()).as("a call is in it").isFalse();

    Expiry.letGoInCall(entry, true);
    entry.leave();

    assertIsTombstone();
  }

  @Test
  void shouldTellTheCopiesOfACallThatLastsLongerThanTheyLive() throws Exception {
    entry.copy().onClaim(1, "me");
    entry.copy().create("Cart", TIMEOUT.toMillis());
    entry.copy().become(1, "me");
    byte[] state = {1};
    RequestId request = new RequestId("r1");
    entry.copy().complete(entry.copy().begin(1, request, Update.state(state, state)), false);
    entry.told();
    assertThat(entry.enter(clock.nanoTime())).isTrue();

    clock.pass(TIMEOUT.dividedBy(4).plusMillis(1));
    expiry.tend(entry, false);
    assertThat(expiry.isTouchDue(entry)).isTrue();
    entry.told();
    assertThat(expiry.isTouchDue(entry)).isFalse();

    entry.leave();
    clock.pass(TIMEOUT.dividedBy(4).plusMillis(1));
    expiry.tend(entry, false);
    assertThat(expiry.isTouchDue(entry)).as("nobody uses it").isFalse();
  }

  private void hold() {
    Snapshot content =
        new Snapshot("Cart", TIMEOUT.toMillis(), 0, MADE, new byte[] {1}, Replies.NONE, null);
    entry.copy().onCopy(1, false, content, "owner", false);
    entry.used();
  }

  private void assertIsTombstone() {
    assertThat(entry.copy().isRemoved()).isTrue();
    assertThat(entry.copy().stamp()).isEqualTo(MADE.before());
    assertThat(entry.idleMillis()).as("kept from now on").isZero();
    assertThat(expiry.isForgettable(entry)).isFalse();
    clock.pass(Duration.ofMinutes(1).plusMillis(1));
    assertThat(expiry.isForgettable(entry)).isTrue();
  }
}
