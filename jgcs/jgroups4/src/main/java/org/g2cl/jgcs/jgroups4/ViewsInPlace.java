package org.g2cl.jgcs.jgroups4;

import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.GMS.GmsHeader;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.MessageBatch;

/**
 * Protocol of JGroups, below GMS, by which a view has the place among the messages of its
 * coordinator in which that has cast it.
 *
 * <p>GMS takes a view out of the batch in which it comes, before the messages that are ahead of it
 * there, and a coordinator installs its views before it casts them. So members that follow one
 * sequence would have a view in it at different places, and a message of a member that is gone,
 * which the coordinator cast just before the view, would be dropped at some only. Here a batch with
 * a view is passed on message by message, and the coordinator gets its own views back, see {@link
 * PromptSequencer#placed}; GMS drops those, as it knows them. Nothing changes on the wire. Checked
 * against 4.2.30.
 */
final class ViewsInPlace extends Protocol {
  private static final short GMS_ID = ClassConfigurator.getProtocolId(GMS.class);

  private final Predicate<Address> self;
  private final Consumer<View> placed;

  /**
   * Creates one.
   *
   * @param self tells whether an address is this member's
   * @param placed takes each view of this member's own in its place
   */
  ViewsInPlace(Predicate<Address> self, Consumer<View> placed) {
    this.self = self;
    this.placed = placed;
  }

  /** Puts one into a stack that is not connected; into one without total order, none. */
  static void insert(ProtocolStack stack) {
    GMS gms = stack.findProtocol(GMS.class);
    PromptSequencer sequencer = stack.findProtocol(PromptSequencer.class);
    if (gms != null && sequencer != null) {
      stack.insertProtocolInStack(
          new ViewsInPlace(sequencer::isOf, sequencer::placed), gms, ProtocolStack.Position.BELOW);
    }
  }

  @Override
  public Object down(Message message) {
    if (isView(message)) {
      message.clearTransientFlag(Message.TransientFlag.DONT_LOOPBACK);
    }
    return down_prot.down(message);
  }

  @Override
  public Object up(Message message) {
    Object result = up_prot.up(message);
    if (isView(message) && self.test(message.getSrc())) {
      placed(message);
    }
    return result;
  }

  @Override
  public void up(MessageBatch batch) {
    if (batch.mode() != MessageBatch.Mode.OOB && hasView(batch)) {
      for (Message message : batch) {
        upAlone(message);
      }
    } else {
      up_prot.up(batch);
    }
  }

  private void upAlone(Message message) {
    try {
      up(message);
    } catch (RuntimeException | Error e) { // as JGroups does: the others of the batch go on
      log.error("a message of %s failed on its way up: %s", message.getSrc(), e);
    }
  }

  private static boolean hasView(MessageBatch batch) {
    for (Message message : batch) {
      if (isView(message)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isView(Message message) {
    if (message.getDest() != null) {
      return false;
    }
    GmsHeader header = message.getHeader(GMS_ID);
    return header != null && header.getType() == GmsHeader.VIEW;
  }

  private void placed(Message message) {
    View view;
    try {
      view =
          GMS._readViewAndDigest(message.getRawBuffer(), message.getOffset(), message.getLength())
              .getVal1();
    } catch (Exception e) { // declared so by JGroups
      log.debug("a view of this member's own cannot be read: %s", e);
      return;
    }
    placed.accept(view);
  }
}
