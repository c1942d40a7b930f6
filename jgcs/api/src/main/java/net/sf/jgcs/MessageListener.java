package net.sf.jgcs;

/** Receiver of the messages of a {@link DataSession}. */
public interface MessageListener {
  /**
   * Takes a delivered message; called outside the session's lock.
   *
   * <p>Called by several threads at a time, but one at a time for the fifo messages of one sender,
   * and for all messages in total order. It may use the sessions. It may wait for an unordered
   * message, but not for an ordered one, which may be behind it. What it throws is logged and goes
   * to the {@link ExceptionListener}; the next message is delivered all the same.
   *
   * @return context for {@link ServiceListener#onServiceEnsured(Object, Service)}, or null for none
   */
  Object onMessage(Message message);
}
