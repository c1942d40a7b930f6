package org.g2cl;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import net.sf.jgcs.Service;
import org.junit.jupiter.api.Test;

class BegunMessagesTest {
  private static final Service TOTAL = other -> false;
  private static final Service FIFO = other -> true;

  private final AtomicLong now = new AtomicLong(1);
  private final BegunMessages begun = new BegunMessages(now::get);

  private void send(long id, Service service) {
    begun.begin(id, service);
    begun.sent(id);
  }

  @Test
  void shouldWaitUntilAllThatWereBegunAreDelivered() {
    send(1, TOTAL);
    send(2, FIFO);
    CompletableFuture<Void> ended = begun.ended();
    begun.delivered(2);
    assertThat(ended).isNotDone();
    begun.delivered(1);
    assertThat(ended).isDone();
  }

  @Test
  void shouldGiveUpAnEarlierMessageWhenALaterOneOfItsQualityIsDelivered() {
    send(1, TOTAL);
    begun.begin(2, TOTAL);
    send(3, TOTAL);
    CompletableFuture<Void> ended = begun.ended();
    begun.delivered(3);
    assertThat(ended).as("2 is still being sent").isNotDone();
    begun.delivered(2);
    assertThat(ended).isDone();
  }

  @Test
  void shouldGiveUpAMessageWhoseLastFragmentWasSentAMinuteAgo() {
    begun.begin(1, TOTAL);
    now.addAndGet(Duration.ofMinutes(5).toNanos());
    assertThat(begun.ended()).as("is still being sent").isNotDone();
    begun.sent(1);
    now.addAndGet(Duration.ofSeconds(50).toNanos());
    assertThat(begun.ended()).isNotDone();
    now.addAndGet(Duration.ofSeconds(11).toNanos());
    assertThat(begun.ended()).isDone();
  }

  @Test
  void shouldGiveUpWhatWasSentBeforeSomethingThatCame() {
    send(1, TOTAL);
    long point = begun.now();
    send(2, TOTAL);
    CompletableFuture<Void> ended = begun.ended();
    begun.endSentBefore(point);
    assertThat(ended).isNotDone();
    begun.endSentBefore(begun.now());
    assertThat(ended).isDone();
  }
}
