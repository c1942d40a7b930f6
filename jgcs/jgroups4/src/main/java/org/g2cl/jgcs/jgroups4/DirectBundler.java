package org.g2cl.jgcs.jgroups4;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import net.sf.jgcs.spi.ListenerThreads;
import org.jgroups.Message;
import org.jgroups.Message.Flag;
import org.jgroups.protocols.BaseBundler;
import org.jgroups.protocols.TransferQueueBundler;

/**
 * Bundler of JGroups that heeds {@link Flag#DONT_BUNDLE}: such a message to one member is written
 * by the thread that sends it.
 *
 * <p>That of JGroups queues every message for a sender thread. For a request that somebody waits
 * for, that is a change of threads each way, which costs more processor time than the write itself.
 * A best-effort message that a listener sends to a member with a lesser address is queued all the
 * same, and dropped when the queue is full, see {@link DirectProcessing}. All other messages are
 * bundled as before. Public because JGroups makes it by its name in the stack; checked against
 * 4.2.30.
 */
public final class DirectBundler extends TransferQueueBundler {
  private static final int WRITERS_KEPT = 8;

  private final Queue<Writer> writers = new ArrayBlockingQueue<>(WRITERS_KEPT);

  /** Creates one that is not started yet. */
  public DirectBundler() {}

  @Override
  public void send(Message message) throws Exception {
    if (message.getDest() == null || !message.isFlagSet(Flag.DONT_BUNDLE)) {
      super.send(message);
    } else if (mustNotWait(message)) {
      offer(message);
    } else {
      write(message);
    }
  }

  /**
   * Answers may be sent by the thread that reads, which must not wait for a full socket of a member
   * whose reading thread may wait for one itself. So it writes to members with a greater address
   * only: each waits for a greater one, and the greatest for none.
   */
  private boolean mustNotWait(Message message) {
    return DirectProcessing.takes(message)
        && ListenerThreads.inside()
        && transport.localAddress().compareTo(message.getDest()) > 0;
  }

  private void offer(Message message) {
    if (running && !queue.offer(message)) {
      num_drops_on_full_queue++;
    }
  }

  private void write(Message message) {
    Writer used = writers.poll();
    Writer writer = used == null ? new Writer() : used;
    if (used == null) {
      writer.init(transport);
    }
    writer.write(message);
    writers.offer(writer);
  }

  /** Buffer and code that write one message. */
  private static final class Writer extends BaseBundler {
    void write(Message message) {
      output.position(0);
      sendSingleMessage(message);
    }
  }
}
