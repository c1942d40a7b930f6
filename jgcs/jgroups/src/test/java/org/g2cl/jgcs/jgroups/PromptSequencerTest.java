package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.protocols.SEQUENCER;
import org.jgroups.protocols.SEQUENCER.SequencerHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class PromptSequencerTest {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final Duration LONG_BEFORE = Duration.ofMillis(300);
  private static final int MOST_TRIES = 5;

  /** More than JGroups keeps. */
  private static final long MANY = 5_000;

  private static final short ID = new SEQUENCER().getId();
  private static final Address FORMER = UUID.randomUUID();
  private static final Address NEXT = UUID.randomUUID();

  /** Below and above a sequencer: keeps what goes down for a listener, and brings nothing back. */
  private static final class Silence extends Protocol {
    private final List<Message> sent = new CopyOnWriteArrayList<>();

    @Override
    public Object down(Event event) {
      return null;
    }

    @Override
    public Object up(Event event) {
      return null;
    }

    @Override
    public Object down(Message message) {
      SequencerHeader header = message.getHeader(ID);
      if (header.getSeqno() > 0) {
        sent.add(message);
      }
      return null;
    }
  }

  /** The member that becomes the coordinator while it waits for the former one. */
  private record Member(SEQUENCER sequencer, Silence below, CompletableFuture<Object> sending) {
    static Member waiting(SEQUENCER sequencer) throws Exception {
      var below = new Silence();
      sequencer.setDownProtocol(below);
      sequencer.setUpProtocol(new Silence());
      sequencer.addr(NEXT);
      sequencer.start();
      sequencer.up(new Event(Event.VIEW_CHANGE, View.create(FORMER, 1, FORMER, NEXT)));
      await().atMost(WAIT).until(() -> FORMER.equals(sequencer.getCoordinator()));
      var sending =
          CompletableFuture.supplyAsync(
              () -> sequencer.down(new BytesMessage(null, new byte[] {1})));
      await().atMost(WAIT).until(() -> !below.sent.isEmpty());
      assertThat(below.sent.get(0).getDest()).isEqualTo(FORMER);
      return new Member(sequencer, below, sending);
    }

    void lose() {
      sequencer.up(new Event(Event.VIEW_CHANGE, View.create(NEXT, 2, NEXT)));
    }

    boolean hasSentToAll() {
      return below.sent.stream().anyMatch(message -> message.getDest() == null);
    }
  }

  /** A busy machine makes any try longer, and none shorter; stock waits for half a second. */
  @Test
  void shouldBecomeCoordinatorLongBeforeStockDoesAndSendAgainWhatIsLost() throws Exception {
    Duration shortest = WAIT;
    for (int tries = 0; tries < MOST_TRIES && shortest.compareTo(LONG_BEFORE) >= 0; tries++) {
      Duration took = untilSentAgain(new PromptSequencer());
      shortest = took.compareTo(shortest) < 0 ? took : shortest;
    }

    assertThat(shortest).isLessThan(LONG_BEFORE);
    assertThat(untilSentAgain(new SEQUENCER())).as("stock").isGreaterThan(LONG_BEFORE);
  }

  private static Duration untilSentAgain(SEQUENCER sequencer) throws Exception {
    Member member = Member.waiting(sequencer);
    try {
      long begin = System.nanoTime();
      member.lose();
      await().atMost(WAIT).pollInterval(Duration.ofMillis(5)).until(member::hasSentToAll);
      Duration took = Duration.ofNanos(System.nanoTime() - begin);
      assertThat(sequencer.isCoordinator()).isTrue();
      await().atMost(WAIT).until(member.sending()::isDone);
      return took;
    } finally {
      sequencer.stop();
    }
  }

  @Test
  void shouldBeSequencerOnTheWire() {
    assertThat(new PromptSequencer().getId()).isEqualTo(new SEQUENCER().getId()).isPositive();
  }

  @Test
  void shouldDeliverNothingAgainHoweverOldItIs() {
    var sequencer = new PromptSequencer();
    for (long number = 1; number <= MANY; number++) {
      assertThat(sequencer.canDeliver(NEXT, number)).isTrue();
    }
    assertThat(LongStream.rangeClosed(1, MANY))
        .noneMatch(number -> sequencer.canDeliver(NEXT, number));
    assertThat(sequencer.canDeliver(NEXT, MANY + 1)).isTrue();
    assertThat(sequencer.canDeliver(FORMER, 1)).isTrue();
  }
}
