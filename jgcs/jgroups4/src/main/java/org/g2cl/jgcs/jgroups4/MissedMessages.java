package org.g2cl.jgcs.jgroups4;

import java.util.concurrent.TimeUnit;
import org.jgroups.JChannel;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.util.TimeScheduler;

/**
 * What others cast while this member was joining, and what it therefore missed.
 *
 * <p>Until it has that it delivers nothing and gives no credits, so that senders flat out stand
 * still. JGroups asks for it in the second interval of retransmission, a tenth of a second and
 * more; a shorter interval would ask an overloaded member again and again.
 */
final class MissedMessages {
  /** The first call takes note of what is missing, a later one asks for it if it still is. */
  private static final long[] MILLIS_AFTER_JOINING = {5, 10, 20, 40, 80};

  private MissedMessages() {}

  /** Asks for them soon after joining; without NAKACK2 in the stack does nothing. */
  @SuppressWarnings("FutureReturnValueIgnored") // JGroups' timer logs what a task throws
  static void askSoon(JChannel channel) {
    NAKACK2 retransmission = channel.getProtocolStack().findProtocol(NAKACK2.class);
    if (retransmission == null) {
      return;
    }
    TimeScheduler timer = channel.getProtocolStack().getTransport().getTimer();
    for (long millis : MILLIS_AFTER_JOINING) {
      timer.schedule(retransmission::triggerXmit, millis, TimeUnit.MILLISECONDS);
    }
  }
}
