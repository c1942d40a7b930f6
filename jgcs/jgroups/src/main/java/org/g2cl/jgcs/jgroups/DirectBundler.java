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
 * the write itself. But to write to a member that is cut off, though it is in the view, takes as
 * long as a connection is tried for, or as its socket is full. Only the application's own threads
 * may wait that long: what a listener sends, and what JGroups sends again, is queued for the
 * member's thread, so that neither holds up other members' messages, heartbeats and requests for
 * what is missing. A best-effort answer, which goes back where the request came from, is written by
 * the thread that reads unless two members could wait for each other, see {@link DirectProcessing}.
 * All other messages are bundled as before. Public because JGroups makes it by its name in the
 * stack; checked against 5.5.7.
 */
public final class DirectBundler extends PerDestinationBundler {
  private static final int HEADERS = 128;

  /** Creates one that is not started yet. */
  public DirectBundler() {}

  @Override
  public void send(Message message) throws Exception {
    if (!isWrittenAtOnce(message)) {
      super.send(message);
      return;
    }
    if (message.getSrc() == null) {
      message.setSrc(local_addr);
    }
    var frame = new ByteArrayDataOutputStream(message.getLength() + HEADERS);
    sendSingle(message.getDest(), message, frame);
  }

  private boolean isWrittenAtOnce(Message message) {
    if (message.getDest() == null || !message.isFlagSet(Flag.DONT_BUNDLE)) {
      return false;
    }
    if (DirectProcessing.takes(message)) {
      return !mustNotWait(message);
    }
    return message instanceof HeadedMessage own && own.noteSent() && !ListenerThreads.inside();
  }

  /**
   * Answers may be sent by the thread that reads, which must not wait for a full socket of a member
   * whose reading thread may wait for one itself. So it writes to members with a greater address
   * only: each waits for a greater one, and the greatest for none.
   */
  private boolean mustNotWait(Message message) {
    return ListenerThreads.inside() && local_addr.compareTo(message.getDest()) > 0;
  }
}
