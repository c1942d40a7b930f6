package org.g2cl.loadtest.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.g2cl.loadtest.audit.Ledger.Cart;
import org.g2cl.loadtest.audit.Ledger.Checkout;
import org.g2cl.loadtest.audit.Ledger.Range;
import org.junit.jupiter.api.Test;

class AuditTest {
  private static final Cart WHOLE = new Cart(10, 0, 0, List.of(), List.of());
  private static final OrderRow ORDER = new OrderRow(1, "a", 5);

  @Test
  void shouldFindNoHarmWhenAllWasKeptOnce() {
    Harm harm = harm(ledger(10, List.of(), WHOLE), ORDER);

    assertThat(harm.isNone()).isTrue();
    assertThat(harm).isEqualTo(new Harm(0, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldCountAcknowledgedWritesAfterTheCartsLastAsLost() {
    assertLost(ledger(10, List.of(), new Cart(7, 0, 0, List.of(), List.of())), 3);
  }

  @Test
  void shouldCountAcknowledgedWritesThatTheCartSkippedAsLost() {
    Cart skipped = new Cart(10, 0, 3, List.of(new Range(2, 3), new Range(8, 8)), List.of());

    assertLost(ledger(10, List.of(), skipped), 3);
  }

  @Test
  void shouldNotCountAFailedWriteThatTheCartSkippedAsLost() {
    Cart skipped = new Cart(10, 0, 1, List.of(new Range(8, 8)), List.of());

    assertThat(harm(ledger(10, List.of(8L), skipped), ORDER).lostUpdates()).isZero();
  }

  @Test
  void shouldBelieveTheWebTierWhenItCountsMoreLostUpdates() {
    Ledger doubtful =
        new Ledger("a", 20, 10, 10, 1, List.of(new Checkout(5, 1)), 0, List.of(), null, 4, WHOLE);

    assertLost(doubtful, 4);
  }

  @Test
  void shouldCountWritesThatCameAgainAsDuplicates() {
    Harm harm = harm(ledger(10, List.of(), new Cart(10, 2, 0, List.of(), List.of(4L, 4L))), ORDER);

    assertThat(harm.duplicateUpdates()).isEqualTo(2);
    assertThat(harm.isNone()).isFalse();
  }

  @Test
  void shouldNotCountAFailedWriteThatTookEffectLateAsDuplicate() {
    Cart late = new Cart(10, 1, 1, List.of(new Range(2, 2)), List.of(2L));

    assertThat(harm(ledger(10, List.of(2L), late), ORDER).isNone()).isTrue();
    assertThat(harm(ledger(10, List.of(3L), late), ORDER).duplicateUpdates()).isEqualTo(1);
  }

  @Test
  void shouldCountAnotherWriteThatCameAgainBesideAFailedOneThatNeverDid() {
    Cart other = new Cart(10, 1, 1, List.of(new Range(2, 2)), List.of(7L));
    Cart twice = new Cart(10, 2, 2, List.of(new Range(2, 3)), List.of(2L, 2L));

    assertThat(harm(ledger(10, List.of(2L), other), ORDER).duplicateUpdates()).isEqualTo(1);
    assertThat(harm(ledger(10, List.of(2L, 3L), twice), ORDER).duplicateUpdates()).isEqualTo(1);
  }

  @Test
  void shouldTakeEachRepeatWithoutANameForAFailedWriteOnce() {
    Cart unnamed = new Cart(10, 3, 2, List.of(new Range(2, 3)), List.of(2L));

    assertThat(harm(ledger(10, List.of(2L, 3L), unnamed), ORDER).duplicateUpdates()).isEqualTo(1);
  }

  @Test
  void shouldSayNothingOfRowsBehindTheLastCheckoutThatTheWebTierHasKept() {
    Ledger full =
        new Ledger("a", 20, 10, 10, 2, List.of(new Checkout(5, 1)), 0, List.of(), null, 0, WHOLE);

    assertThat(harm(full, ORDER, new OrderRow(2, "a", 9)).isNone()).isTrue();
    assertThat(harm(full, ORDER, new OrderRow(2, "a", 4)).ordersUnexpected()).isEqualTo(1);
  }

  @Test
  void shouldCountAnAcknowledgedCheckoutWithoutRowAsMissing() {
    assertThat(harm(ledger(10, List.of(), WHOLE)).ordersMissing()).isEqualTo(1);
    assertThat(harm(ledger(10, List.of(), WHOLE), new OrderRow(1, "b", 5)).ordersMissing())
        .isEqualTo(1);
    assertThat(harm(ledger(10, List.of(), WHOLE)).isNone()).isFalse();
  }

  @Test
  void shouldCountEveryRowTooManyAsDuplicate() {
    Harm harm =
        harm(ledger(10, List.of(), WHOLE), ORDER, new OrderRow(2, "a", 5), new OrderRow(3, "a", 5));

    assertThat(harm.ordersDuplicated()).isEqualTo(2);
    assertThat(harm.isNone()).isFalse();
  }

  @Test
  void shouldCountARowThatNoCheckoutExplains() {
    Harm harm = harm(ledger(10, List.of(), WHOLE), ORDER, new OrderRow(2, "a", 6));

    assertThat(harm.ordersUnexpected()).isEqualTo(1);
    assertThat(harm.isNone()).isFalse();
  }

  @Test
  void shouldAcceptTheRowOfAFailedCheckout() {
    Harm harm = harm(ledger(10, List.of(9L), WHOLE), ORDER, new OrderRow(2, "a", 9));

    assertThat(harm.isNone()).isTrue();
  }

  @Test
  void shouldCountAllAnswersOfACartThatCannotBeRead() {
    Harm harm = new Audit(List.of(), Map.of(7L, 120L), List.of()).harm();

    assertThat(harm.cartsLost()).isEqualTo(1);
    assertThat(harm.lostUpdates()).isEqualTo(120);
    assertThat(harm.isNone()).isFalse();
  }

  private static void assertLost(Ledger ledger, long expected) {
    Harm harm = harm(ledger, ORDER);
    assertThat(harm.lostUpdates()).isEqualTo(expected);
    assertThat(harm.isNone()).isFalse();
  }

  private static Harm harm(Ledger ledger, OrderRow... orders) {
    return new Audit(List.of(ledger), Map.of(), List.of(orders)).harm();
  }

  private static Ledger ledger(long writes, List<Long> failed, Cart cart) {
    return new Ledger(
        "a",
        20,
        writes,
        writes,
        1,
        List.of(new Checkout(5, 1)),
        failed.size(),
        failed,
        null,
        0,
        cart);
  }
}
