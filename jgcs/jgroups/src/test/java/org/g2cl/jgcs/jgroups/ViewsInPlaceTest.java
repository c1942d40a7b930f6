package org.g2cl.jgcs.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.util.ByteArray;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ViewsInPlaceTest {
  private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

  private final Address self = UUID.randomUUID();
  private final Address other = UUID.randomUUID();
  private final List<Object> seen = new ArrayList<>();
  private final List<View> placed = new ArrayList<>();
  private final ViewsInPlace protocol = new ViewsInPlace(self::equals, placed::add);

  /** What is next to it in the stack. */
  private final class Neighbour extends Protocol {
    @Override
    public Object up(Message message) {
      seen.add(message);
      if (message.isFlagSet(Message.Flag.RSVP)) {
        throw new IllegalStateException("of the test");
      }
      return null;
    }

    @Override
    public void up(MessageBatch batch) {
      seen.add(batch);
    }

    @Override
    public Object down(Message message) {
      seen.add(message);
      return null;
    }
  }

  /** Access to what GMS has on the wire. */
  private static final class Written extends GMS {
    static ByteArray of(View view) {
      return marshal(view, null);
    }
  }

  @BeforeEach
  void stack() {
    protocol.setUpProtocol(new Neighbour());
    protocol.setDownProtocol(new Neighbour());
  }

  private static Message message(Address from) {
    return new BytesMessage(null).setSrc(from);
  }

  private static Message view(Address coordinator, long number) throws Exception {
    View view = View.create(coordinator, number, coordinator);
    return message(coordinator)
        .putHeader(GMS_ID, new GmsHeader(GmsHeader.VIEW))
        .setArray(Written.of(view));
  }

  private MessageBatch batch(MessageBatch.Mode mode, Message... messages) {
    MessageBatch batch = new MessageBatch(null, other, null, true, mode, messages.length);
    for (Message message : messages) {
      batch.add(message);
    }
    return batch;
  }

  @Test
  void shouldHandUpAViewBehindTheMessagesBeforeItInItsBatch() throws Exception {
    Message before = message(other);
    Message view = view(other, 3);
    Message after = message(other);
    protocol.up(batch(MessageBatch.Mode.REG, before, view, after));

    assertThat(seen).containsExactly(before, view, after);
    assertThat(placed).isEmpty();
  }

  @Test
  void shouldGoOnWithTheBatchWhenAMessageFails() throws Exception {
    Message failing = message(other).setFlag(Message.Flag.RSVP);
    Message view = view(other, 3);
    protocol.up(batch(MessageBatch.Mode.REG, failing, view));

    assertThat(seen).containsExactly(failing, view);
  }

  @Test
  void shouldHandUpABatchWithoutAViewAsOne() {
    MessageBatch batch = batch(MessageBatch.Mode.REG, message(other), message(other));
    protocol.up(batch);

    assertThat(seen).containsExactly(batch);
  }

  @Test
  void shouldHaveACoordinatorGetItsOwnViewsBackAndTellTheirPlaces() throws Exception {
    Message view = view(self, 7).setFlag(Message.TransientFlag.DONT_LOOPBACK);
    protocol.down(view);
    assertThat(view.isFlagSet(Message.TransientFlag.DONT_LOOPBACK)).isFalse();

    protocol.up(view);
    assertThat(seen).containsExactly(view, view);
    assertThat(placed).singleElement().extracting(one -> one.getViewId().getId()).isEqualTo(7L);
  }

  @Test
  void shouldTellNoPlaceOfWhatCannotBeRead() throws Exception {
    Message view = view(self, 7).setArray(new byte[] {1, 2, 3});
    protocol.up(view);

    assertThat(seen).containsExactly(view);
    assertThat(placed).isEmpty();
  }
}
