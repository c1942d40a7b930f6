package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UnreadTest {
  private static final int SMALL = 100;

  private final AtomicLong nanos = new AtomicLong();
  private final Unread there = new Unread(nanos::get);

  /** Mark of the last request. */
  private int mark;

  private void write(int bytes) {
    there.begin(bytes);
    there.end(bytes);
  }

  private void ask(int bytes) {
    mark = there.asks();
    write(bytes);
  }

  private void wasAnswered() {
    there.wasAnswered(mark);
  }

  private boolean writesAnswer() {
    boolean begun = there.beginAnswer(SMALL);
    if (begun) {
      there.endAnswer(SMALL, true);
    }
    return begun;
  }

  @Test
  void shouldNotWriteAnAnswerAtOnceBeforeTheMemberAnswered() {
    assertThat(writesAnswer()).isFalse();

    ask(SMALL);
    wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldWriteNoAnswerAtOnceWhenTooMuchMayBeUnreadUntilItWasReadForSure() {
    ask(SMALL);
    wasAnswered();
    write(Unread.MOST_BYTES);
    assertThat(writesAnswer()).isFalse();

    ask(SMALL);
    assertThat(writesAnswer()).isFalse();
    wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldTakeAnAnswerForOneToTheFirstRequestThatHasNone() {
    ask(SMALL);
    wasAnswered();
    ask(SMALL);
    write(Unread.MOST_BYTES);
    ask(SMALL);

    wasAnswered();
    assertThat(writesAnswer()).isFalse();
    wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldNotTakeForReadWhatWasBeingWrittenWhenTheRequestBegan() {
    there.begin(Unread.MOST_BYTES);
    ask(SMALL);
    there.end(Unread.MOST_BYTES);
    wasAnswered();

    assertThat(writesAnswer()).isFalse();
  }

  @Test
  void shouldCountAnswersToMoreRequestsThanAreRememberedOneByOne() {
    int asked = Unread.MOST_ASKED + 10;
    for (int i = 0; i < asked; i++) {
      mark = there.asks();
    }
    write(Unread.MOST_BYTES);
    there.asks();
    for (int i = 0; i < asked; i++) {
      wasAnswered();
      assertThat(writesAnswer()).isFalse();
    }
    wasAnswered();
    assertThat(writesAnswer()).as("the last ones count for the last remembered").isFalse();

    there.asks();
    wasAnswered();
    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldLetNobodyFillTheSocketWhileAnAnswerIsWritten() throws Exception {
    ask(SMALL);
    wasAnswered();
    assertThat(there.beginAnswer(SMALL)).isTrue();
    var begun = new CountDownLatch(1);
    var writer =
        new Thread(
            () -> {
              there.begin(Unread.MOST_BYTES);
              begun.countDown();
            });
    writer.start();

    assertThat(begun.await(100, TimeUnit.MILLISECONDS)).isFalse();
    there.endAnswer(SMALL, true);

    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldTellOnceThatTheThreadThatReadsARequestAnswersIt() throws Exception {
    there.reads(5);
    var other = new Thread(() -> assertThat(there.answers()).isEqualTo(Unread.NO_ANSWER));
    other.start();
    other.join();

    assertThat(there.answers()).isEqualTo(5);
    assertThat(there.answers()).isEqualTo(Unread.NO_ANSWER);

    there.reads(5);
    there.wasRead();
    assertThat(there.answers()).isEqualTo(Unread.NO_ANSWER);
  }

  @Test
  void shouldWriteAnswersAtOnceAgainAfterSeventyRequestsWereLost() {
    ask(SMALL);
    wasAnswered();
    for (int i = 0; i < 70; i++) {
      ask(1_000);
    }
    for (int i = 0; i < 20; i++) {
      ask(1_000);
      wasAnswered();
      assertThat(writesAnswer()).isFalse();
    }

    nanos.addAndGet(Unread.PERIOD);
    ask(SMALL);
    assertThat(writesAnswer()).isFalse();
    wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldNotTakeALateAnswerForOneToARequestOfTheNextPeriod() {
    ask(SMALL);
    int early = mark;
    ask(SMALL);
    wasAnswered();
    write(Unread.MOST_BYTES);
    nanos.addAndGet(Unread.PERIOD);
    ask(SMALL);

    there.wasAnswered(early);
    assertThat(writesAnswer()).isFalse();
    wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldForgetNoRequestAsLongAsNoneIsAnswered() {
    ask(SMALL);
    int early = mark;
    nanos.addAndGet(2 * Unread.FORGOTTEN_AFTER);
    write(Unread.MOST_BYTES);
    ask(SMALL);

    assertThat(mark).as("may have been read by nobody").isEqualTo(early);
    wasAnswered();
    assertThat(writesAnswer()).isFalse();
  }

  @Test
  void shouldUseAMarkAgainOnlyWhenNoAnswerToRequestsWithItCanCome() {
    Map<Integer, Long> lastUsed = new HashMap<>();
    for (int i = 0; i < 200; i++) {
      int before = mark;
      ask(SMALL);
      Long last = lastUsed.put(mark, nanos.get());
      if (mark != before && last != null) {
        assertThat(nanos.get() - last).isGreaterThanOrEqualTo(Unread.FORGOTTEN_AFTER);
      }
      ask(SMALL);
      wasAnswered();
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    }
    assertThat(lastUsed).hasSize(OwnFlags.MOST_MARKS);
  }

  @Test
  void shouldBeBrokenUntilAWriteSucceedsThatBeganAfterTheOneThatFailed() {
    int before = there.begin(SMALL);
    int failing = there.begin(SMALL);
    assertThat(there.isBroken()).isFalse();

    there.end(SMALL, failing, false);
    assertThat(there.isBroken()).isTrue();
    there.end(SMALL, before, true);
    assertThat(there.isBroken()).as("it was written to the connection of before").isTrue();

    write(SMALL);
    assertThat(there.isBroken()).as("nobody knows whether that succeeded").isTrue();
    there.end(SMALL, there.begin(SMALL), true);
    assertThat(there.isBroken()).isFalse();
  }

  @Test
  void shouldBeBrokenWhenAnAnswerCannotBeWritten() {
    ask(SMALL);
    wasAnswered();
    assertThat(there.beginAnswer(SMALL)).isTrue();
    assertThat(there.beginAnswer(SMALL)).isTrue();

    there.endAnswer(SMALL, false);
    assertThat(there.isBroken()).isTrue();
    there.endAnswer(SMALL, true);

    assertThat(there.isBroken()).as("that began before").isTrue();
  }
}
