package org.g2cl.jgcs.jgroups;

import net.sf.jgcs.spi.ListenerThreads;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.util.ByteArrayDataOutputStream;

/**
 * Bundler of JGroups that heeds {@link Flag#DONT_BUNDLE}: such a message to one member is written
 * by the thread that sends it.
 *
 * <p>The bundlers of JGroups 5.5 queue every message for a sender thread. For a request that
 * somebody waits for, that is a change of threads each way, which costs more processor time than
 * the write itself. A best-effort message that a listener sends to a member with a lesser address
 * is queued all the same, see {@link DirectProcessing}. All other messages are bundled as before.
 * Public because JGroups makes it by its name in the stack; checked against 5.5.7.
 */
public final class DirectBundler extends PerDestinationBundler {
  private static final int HEADERS = 128;

  /** Creates one that is not started yet. */
  public DirectBundler() {}

  @Override
  public void send(Message message) throws Exception {
    if (message.getDest() == null || !message.isFlagSet(Flag.DONT_BUNDLE) || mustNotWait(message)) {
      super.send(message);
      return;
    }
    if (message.getSrc() == null) {
      message.setSrc(local_addr);
    }
    var frame = new ByteArrayDataOutputStream(message.getLength() + HEADERS);
    sendSingle(message.getDest(), message, frame);
  }

  /**
   * Answers may be sent by the thread that reads, which must not wait for a full socket of a member
   * whose reading thread may wait for one itself. So it writes to members with a greater address
   * only: each waits for a greater one, and the greatest for none.
   */
  private boolean mustNotWait(Message message) {
    return DirectProcessing.takes(message)
        && ListenerThreads.inside()
        && local_addr.compareTo(message.getDest()) > 0;
  }
}
