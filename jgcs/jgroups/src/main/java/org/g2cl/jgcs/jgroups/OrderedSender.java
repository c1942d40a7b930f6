package org.g2cl.jgcs.jgroups;

import java.util.ArrayDeque;
import java.util.Queue;
import net.sf.jgcs.GroupException;
import org.jgroups.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender of messages in total order that never waits in a delivering thread.
 *
 * <p>After a change of coordinator, SEQUENCER (5.5.7) sends its next ten messages one by one: it
 * waits until it has delivered each of them itself. A listener that sends would wait for the thread
 * that it runs in, for ever. What a listener sends is therefore queued and sent by a thread of its
 * own, and so is all that comes while the queue is in use, to keep the order.
 */
final class OrderedSender {
  private static final Logger LOG = LoggerFactory.getLogger(OrderedSender.class);
  private static final int MOST_WAITING = 10_000;

  private final Sender sender;
  private final Queue<Message> waiting = new ArrayDeque<>();
  private boolean sending;
  private boolean closed;

  OrderedSender(Sender sender) {
    this.sender = sender;
  }

  void send(Message message) throws GroupException {
    if (!enqueued(message)) {
      sender.send(message);
    }
  }

  private synchronized boolean enqueued(Message message) throws GroupException {
    if (closed || !(sending || Callbacks.inside())) {
      return false;
    }
    if (waiting.size() >= MOST_WAITING) {
      throw new GroupException(
          waiting.size() + " messages wait to be put in total order; the coordinator is too slow");
    }
    waiting.add(message);
    if (!sending) {
      sending = true;
      Thread thread = new Thread(this::sendWaiting, "jgcs-ordered-sender");
      thread.setDaemon(true);
      thread.start();
    }
    return true;
  }

  private void sendWaiting() {
    Message next = take();
    while (next != null) {
      try {
        sender.send(next);
      } catch (GroupException e) {
        LOG.warn("a message in total order was not sent", e);
      }
      next = take();
    }
  }

  private synchronized Message take() {
    Message next = waiting.poll();
    sending = next != null;
    return next;
  }

  synchronized void close() {
    closed = true;
    waiting.clear();
  }

  /** Sends one message, and may wait. */
  interface Sender {
    void send(Message message) throws GroupException;
  }
}
