package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnreadTest {
  private static final int SMALL = 100;

  private final Unread there = new Unread();

  private void write(int bytes) {
    there.begin(bytes);
    there.end(bytes);
  }

  private void ask(int bytes) {
    there.asks();
    write(bytes);
  }

  private boolean writesAnswer() {
    boolean begun = there.beginAnswer(SMALL);
    if (begun) {
      there.endAnswer(SMALL);
    }
    return begun;
  }

  @Test
  void shouldNotWriteAnAnswerAtOnceBeforeTheMemberAnswered() {
    assertThat(writesAnswer()).isFalse();

    ask(SMALL);
    there.wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldWriteNoAnswerAtOnceWhenTooMuchMayBeUnreadUntilItWasReadForSure() {
    ask(SMALL);
    there.wasAnswered();
    write(Unread.MOST_BYTES);
    assertThat(writesAnswer()).isFalse();

    ask(SMALL);
    assertThat(writesAnswer()).isFalse();
    there.wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldTakeAnAnswerForOneToTheFirstRequestThatHasNone() {
    ask(SMALL);
    there.wasAnswered();
    ask(SMALL);
    write(Unread.MOST_BYTES);
    ask(SMALL);

    there.wasAnswered();
    assertThat(writesAnswer()).isFalse();
    there.wasAnswered();

    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldNotTakeForReadWhatWasBeingWrittenWhenTheRequestBegan() {
    there.begin(Unread.MOST_BYTES);
    ask(SMALL);
    there.end(Unread.MOST_BYTES);
    there.wasAnswered();

    assertThat(writesAnswer()).isFalse();
  }

  @Test
  void shouldCountAnswersToMoreRequestsThanAreRememberedOneByOne() {
    int asked = Unread.MOST_ASKED + 10;
    for (int i = 0; i < asked; i++) {
      there.asks();
    }
    write(Unread.MOST_BYTES);
    there.asks();
    for (int i = 0; i < asked; i++) {
      there.wasAnswered();
      assertThat(writesAnswer()).isFalse();
    }
    there.wasAnswered();
    assertThat(writesAnswer()).as("the last ones count for the last remembered").isFalse();

    there.asks();
    there.wasAnswered();
    assertThat(writesAnswer()).isTrue();
  }

  @Test
  void shouldLetNobodyFillTheSocketWhileAnAnswerIsWritten() throws Exception {
    ask(SMALL);
    there.wasAnswered();
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
    there.endAnswer(SMALL);

    assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void shouldTellOnceThatTheThreadThatReadsARequestAnswersIt() throws Exception {
    there.reads();
    var other = new Thread(() -> assertThat(there.answers()).isFalse());
    other.start();
    other.join();

    assertThat(there.answers()).isTrue();
    assertThat(there.answers()).isFalse();

    there.reads();
    there.wasRead();
    assertThat(there.answers()).isFalse();
  }
}
