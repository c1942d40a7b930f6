package org.g2cl.cmi.tomee;

import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.stack.Protocol;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.NameCache;

/**
 * Protocol of JGroups, right above the transport, that drops what one member and the others send to
 * each other, as a broken network does; connections stay open. All members are told whom it is
 * about, since each drops what comes to it.
 */
public final class CutOff extends Protocol {
  private static final String NOBODY = "";

  private static volatile String cutOff = NOBODY;

  /** Sets the name of the member that is cut off; empty for none. */
  static void of(String member) {
    cutOff = member;
  }

  @Override
  public Object up(Message message) {
    return isDropped(message.src()) ? null : up_prot.up(message);
  }

  @Override
  public void up(MessageBatch batch) {
    if (!isDropped(batch.sender())) {
      up_prot.up(batch);
    }
  }

  /** What a member sends to itself is not. */
  private boolean isDropped(Address sender) {
    String member = cutOff;
    return !member.equals(NOBODY)
        && member.equals(NameCache.get(sender)) != member.equals(NameCache.get(local_addr));
  }
}
