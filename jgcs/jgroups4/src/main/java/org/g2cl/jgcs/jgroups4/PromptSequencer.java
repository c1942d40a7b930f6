package org.g2cl.jgcs.jgroups4;

import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.SEQUENCER;

/**
 * SEQUENCER of JGroups that becomes, or follows, a new coordinator at once.
 *
 * <p>The first messages after each change of coordinator are sent one by one, and each is waited
 * for until it comes back. When the coordinator dies meanwhile, JGroups waits for such senders up
 * to half a second and a tenth; the new coordinator drops what is forwarded to it until then, and
 * is asked again after half a second more. Here the senders are told that nothing will come. What
 * they sent is sent again afterwards, as by JGroups. On the wire it is SEQUENCER, so members with
 * either understand each other. Public because JGroups makes it by its name in the stack; checked
 * against 4.2.30.
 */
public final class PromptSequencer extends SEQUENCER {
  private static final Long NO_MESSAGE = -1L;
  private static final long AGAIN_MILLIS = 1;

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
}
