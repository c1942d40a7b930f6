package org.g2cl.jgcs.jgroups4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.LongStream;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.protocols.SEQUENCER;
import org.jgroups.protocols.SEQUENCER.SequencerHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.util.Buffer;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class PromptSequencerTest {
  /** More than JGroups keeps. */
  private static final long MANY = 5_000;

  private static final Duration WAIT = Duration.ofSeconds(30);
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
      sequencer.down(new Event(Event.SET_LOCAL_ADDRESS, NEXT));
      sequencer.start();
      sequencer.up(new Event(Event.VIEW_CHANGE, View.create(FORMER, 1, FORMER, NEXT)));
      await().atMost(WAIT).until(() -> FORMER.equals(sequencer.getCoordinator()));
      var sending =
          CompletableFuture.supplyAsync(() -> sequencer.down(new Message(null, new byte[] {1})));
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

  @Test
  void shouldBecomeCoordinatorLongBeforeStockDoesAndSendAgainWhatIsLost() throws Exception {
    Member stock = Member.waiting(new SEQUENCER());
    Member prompt = Member.waiting(new PromptSequencer());
    try {
      stock.lose();
      prompt.lose();

      await()
          .atMost(WAIT)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> prompt.hasSentToAll() || stock.hasSentToAll());
      assertThat(stock.hasSentToAll()).as("stock was first").isFalse();
      assertThat(prompt.sequencer().isCoordinator()).isTrue();
      await().atMost(WAIT).until(() -> prompt.sending().isDone() && stock.hasSentToAll());
    } finally {
      stock.sequencer().stop();
      prompt.sequencer().stop();
    }
  }

  /** What a sequencer hands up of a message that holds another one. */
  private static List<Message> handedUp(byte[] content) {
    List<Message> up = new CopyOnWriteArrayList<>();
    var sequencer = new PromptSequencer();
    sequencer.setUpProtocol(
        new Protocol() {
          @Override
          public Object up(Message message) {
            up.add(message);
            return null;
          }
        });
    sequencer.unwrapAndDeliver(new Message(null, content).src(FORMER), false);
    return up;
  }

  @Test
  void shouldNotAllocateWhatAMessageWithinAMessageAnnounces() throws Exception {
    Message inner =
        new Message(null, "in order".getBytes(StandardCharsets.UTF_8))
            .src(NEXT)
            .putHeader(new SEQUENCER().getId(), new SEQUENCER.SequencerHeader((byte) 3, 1));
    Buffer whole = Util.streamableToBuffer(inner);
    byte[] content = Arrays.copyOf(whole.getBuf(), whole.getLength());
    assertThat(handedUp(content)).hasSize(1);
    ByteBuffer.wrap(content)
        .putInt(content.length - inner.getLength() - Integer.BYTES, Integer.MAX_VALUE - 8);
    assertThat(handedUp(content)).isEmpty();
    assertThat(handedUp(new byte[] {0})).isEmpty();
    assertThat(handedUp(new byte[] {1, 0})).isEmpty();
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
