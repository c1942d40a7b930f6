package org.g2cl.jgcs.jgroups4;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.View;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.SEQUENCER;

/**
 * SEQUENCER of JGroups that becomes, or follows, a new coordinator at once, and delivers nothing
 * again however old it is.
 *
 * <p>The first messages after each change of coordinator are sent one by one, and each is waited
 * for until it comes back. When the coordinator dies meanwhile, JGroups waits for such senders up
 * to half a second and a tenth; the new coordinator drops what is forwarded to it until then, and
 * is asked again after half a second more. Here the senders are told that nothing will come. What
 * they sent is sent again afterwards, as by JGroups.
 *
 * <p>JGroups keeps the last 2,000 numbers that it has delivered of each sender, and takes an older
 * one for new: a coordinator that stood still has those that were forwarded to it, and were sent
 * again to its successor meanwhile, delivered once more after a merge. Here a number so far below
 * the highest one counts as delivered, also the rare one that never was: it would break its
 * sender's order.
 *
 * <p>On the wire it is SEQUENCER, so members with either understand each other. Public because
 * JGroups makes it by its name in the stack; checked against 4.2.30.
 */
public final class PromptSequencer extends SEQUENCER {
  private static final Long NO_MESSAGE = -1L;
  private static final long AGAIN_MILLIS = 1;

  /** Highest number that was delivered of each member's. */
  private final ConcurrentMap<Address, Long> highest = new ConcurrentHashMap<>();

  /** For JGroups. */
  public PromptSequencer() {
    id = ClassConfigurator.getProtocolId(SEQUENCER.class);
  }

  /** JGroups gives a message within a message the memory that it announces. */
  @Override
  protected void unwrapAndDeliver(Message message, boolean flushAck) {
    if (Packets.holdsMessage(message)) {
      super.unwrapAndDeliver(message, flushAck);
    }
  }

  @Override
  protected void flush(Address coordinator) throws InterruptedException {
    while (flushing && running && in_flight_sends.get() > 0) {
      ack_promise.setResult(NO_MESSAGE);
      Thread.sleep(AGAIN_MILLIS);
    }
    super.flush(coordinator);
  }

  @Override
  protected boolean canDeliver(Address sender, long number) {
    Long known = highest.get(sender);
    if (known != null && number <= known - delivery_table_max_size) {
      return false;
    }
    boolean isNew = super.canDeliver(sender, number);
    if (isNew) {
      highest.merge(sender, number, Math::max);
    }
    return isNew;
  }

  @Override
  protected void handleViewChange(View view) {
    super.handleViewChange(view);
    highest.keySet().retainAll(view.getMembers());
  }
}
