package org.g2cl.jgcs.jgroups;

import java.util.Iterator;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.util.MaxOneThreadPerSender;
import org.jgroups.util.MessageBatch;

/**
 * Policy of JGroups that hands up best-effort messages to one member in the thread that reads them
 * from the network.
 *
 * <p>JGroups gives each to a thread of its pool. For a request that somebody waits for, that is a
 * change of threads each way, which costs more processor time than handling it. The reading thread
 * must not wait, or two members could wait for each other with full sockets: so these messages pass
 * flow control by, what a listener sends in answer is queued for the bundler's thread unless the
 * {@link DirectBundler} sees that no two members can wait for each other, and {@link
 * net.sf.jgcs.ServiceNames#BEST_EFFORT} tells listeners not to wait. All other messages are handled
 * as before. Public because JGroups makes it by its name in the stack; checked against 5.5.7.
 */
public final class DirectProcessing extends MaxOneThreadPerSender {
  /** Creates one that is not started yet. */
  public DirectProcessing() {}

  /** Whether the message is one that is handed up at once. */
  static boolean takes(Message message) {
    return message.getDest() != null
        && message.isFlagSet(Flag.OOB)
        && message.isFlagSet(Flag.NO_RELIABILITY);
  }

  @Override
  public boolean process(Message message, boolean oob) {
    if (!takes(message)) {
      return super.process(message, oob);
    }
    Unread there =
        tp.getBundler() instanceof DirectBundler bundler ? bundler.known(message.getSrc()) : null;
    if (there == null) {
      tp.passMessageUp(message, true, false, true);
    } else if (message.isFlagSet(OwnFlags.ANSWER)) {
      there.wasAnswered(OwnFlags.mark(message));
      tp.passMessageUp(message, true, false, true);
    } else {
      passRequestUp(message, there);
    }
    return true;
  }

  private void passRequestUp(Message message, Unread there) {
    there.reads(OwnFlags.mark(message));
    try {
      tp.passMessageUp(message, true, false, true);
    } finally {
      there.wasRead();
    }
  }

  @Override
  public boolean process(MessageBatch batch, boolean oob) {
    if (oob) {
      for (Iterator<Message> messages = batch.iterator(); messages.hasNext(); ) {
        Message message = messages.next();
        if (takes(message)) {
          messages.remove();
          process(message, true);
        }
      }
    }
    return batch.isEmpty() || super.process(batch, oob);
  }
}
