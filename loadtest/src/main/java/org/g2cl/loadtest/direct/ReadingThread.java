package org.g2cl.loadtest.direct;

import net.sf.jgcs.spi.ListenerThreads;
import org.jgroups.Address;
import org.jgroups.Event;
import org.jgroups.Message;
import org.jgroups.UpHandler;
import org.jgroups.util.MessageBatch;

/**
 * Mark of the thread that reads from the network, so that the bundler queues what it sends.
 *
 * <p>Without it every answer would be written by the thread that read the request, and two members
 * with full sockets would wait for each other for ever. Our binding keeps to the same rule: answers
 * to members with a greater address are written, all others queued.
 */
final class ReadingThread implements UpHandler {
  private final UpHandler upper;

  ReadingThread(UpHandler upper) {
    this.upper = upper;
  }

  @Override
  public UpHandler setLocalAddress(Address address) {
    upper.setLocalAddress(address);
    return this;
  }

  @Override
  public Object up(Event event) {
    return upper.up(event);
  }

  @Override
  public Object up(Message message) {
    boolean before = ListenerThreads.enter();
    try {
      return upper.up(message);
    } finally {
      ListenerThreads.leave(before);
    }
  }

  @Override
  public void up(MessageBatch batch) {
    ListenerThreads.run(() -> upper.up(batch));
  }
}
