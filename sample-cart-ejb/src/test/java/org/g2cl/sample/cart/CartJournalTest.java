package org.g2cl.sample.cart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CartJournalTest {

  private final CartJournal journal = new CartJournal();

  @Test
  void shouldFindNothingWrongWhenEverySequenceComesOnce() {
    CartAudit audit = auditAfter(1, 2, 3);

    assertThat(audit).isEqualTo(new CartAudit("c", 3, 3, 0, 0, List.of(), List.of(), List.of()));
  }

  @Test
  void shouldCountAWriteThatComesTwiceAsARepeat() {
    CartAudit audit = auditAfter(1, 2, 2, 3, 1);

    assertThat(audit.repeats()).isEqualTo(2);
    assertThat(audit.repeated()).containsExactly(2L, 1L);
    assertThat(audit.writesApplied()).isEqualTo(5);
    assertThat(audit.gaps()).isZero();
    assertThat(audit.lastSequence()).isEqualTo(3);
  }

  @Test
  void shouldNameTheSequencesThatNeverCame() {
    CartAudit audit = auditAfter(2, 3, 7);

    assertThat(audit.gaps()).isEqualTo(4);
    assertThat(audit.skipped()).containsExactly(new SequenceRange(1, 1), new SequenceRange(4, 6));
    assertThat(audit.repeats()).isZero();
  }

  @Test
  void shouldCountGapsBeyondTheRangesItKeeps() {
    CartAudit audit = auditAfter(LongStream.rangeClosed(1, 40).map(n -> 2 * n).toArray());

    assertThat(audit.skipped()).hasSize(CartJournal.MAX_RANGES);
    assertThat(audit.gaps()).isEqualTo(40);
    assertThat(audit.writesApplied())
        .isEqualTo(audit.lastSequence() - audit.gaps() + audit.repeats());
  }

  @Test
  void shouldCountRepeatsBeyondTheNumbersItKeeps() {
    CartAudit audit = auditAfter(LongStream.rangeClosed(1, 40).map(n -> 1).toArray());

    assertThat(audit.repeated()).hasSize(CartJournal.MAX_REPEATED).containsOnly(1L);
    assertThat(audit.repeats()).isEqualTo(39);
  }

  /** As of a server of before, in a group that is upgraded one server after the other. */
  @Test
  void shouldReadAnAuditWithoutRepeatedNumbers() {
    assertThat(new CartAudit("c", 1, 2, 1, 0, List.of(), null, List.of()).repeated()).isEmpty();
  }

  @Test
  void shouldKeepACopyApart() {
    journal.applied(1);
    journal.applied(1);
    CartJournal copy = journal.copy();
    journal.applied(1);
    journal.applied(5);

    assertThat(copy.audit("c", List.of()).lastSequence()).isEqualTo(1);
    assertThat(copy.audit("c", List.of()).skipped()).isEmpty();
    assertThat(copy.audit("c", List.of()).repeated()).containsExactly(1L);
  }

  private CartAudit auditAfter(long... sequences) {
    LongStream.of(sequences).forEach(journal::applied);
    return journal.audit("c", List.of());
  }
}
