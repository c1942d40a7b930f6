package org.g2cl.sample.cart.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.g2cl.sample.cart.CartAudit;
import org.g2cl.sample.cart.SequenceRange;
import org.junit.jupiter.api.Test;

class LedgerTest {

  private final Ledger ledger = new Ledger();

  @Test
  void shouldFindNoLossWhenTheCartSawEveryAcknowledgedWrite() {
    acknowledge(3);

    assertThat(ledger.lost(cart(3, 0))).isZero();
  }

  @Test
  void shouldCountTheAcknowledgedWritesAtTheEndThatTheCartForgot() {
    acknowledge(5);

    assertThat(ledger.lost(cart(3, 0))).isEqualTo(2);
  }

  @Test
  void shouldCountTheAcknowledgedWritesInTheMiddleThatTheCartForgot() {
    acknowledge(7);

    assertThat(ledger.lost(cart(7, 3, new SequenceRange(2, 3), new SequenceRange(5, 5))))
        .isEqualTo(3);
  }

  @Test
  void shouldNotCallAWriteLostThatWasNeverAcknowledged() {
    acknowledge(2);
    ledger.failedWrite(3, "the server died");
    ledger.acknowledged(4);
    ledger.failedWrite(5, "the server died");

    assertThat(ledger.lost(cart(4, 1, new SequenceRange(3, 3)))).isZero();
    assertThat(ledger.lost(cart(5, 0))).as("both took place after all").isZero();
    assertThat(ledger.failed()).containsExactly(3L, 5L);
    assertThat(ledger.failedSteps()).isEqualTo(2);
  }

  @Test
  void shouldStillCountTheAcknowledgedOneBesideAFailedOne() {
    acknowledge(2);
    ledger.failedWrite(3, "the server died");
    ledger.acknowledged(4);

    assertThat(ledger.lost(cart(2, 0))).isEqualTo(1);
  }

  @Test
  void shouldCountGapsThatTheCartNoLongerNames() {
    acknowledge(100);

    assertThat(ledger.lost(cart(100, 40, new SequenceRange(1, 10)))).isEqualTo(40);
  }

  @Test
  void shouldGiveARefusedNumberOutAgain() {
    acknowledge(1);
    ledger.refused("quantity");

    assertThat(ledger.nextSequence()).isEqualTo(2);
    assertThat(ledger.failed()).isEmpty();
    assertThat(ledger.lastFailure()).isEqualTo("quantity");
  }

  private void acknowledge(int writes) {
    for (int i = 0; i < writes; i++) {
      ledger.acknowledged(ledger.nextSequence());
    }
  }

  private static CartAudit cart(long last, long gaps, SequenceRange... skipped) {
    return new CartAudit("c", last, last - gaps, 0, gaps, List.of(skipped), List.of(), List.of());
  }
}
