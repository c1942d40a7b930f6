package net.sf.jgcs;

/** Receiver of the messages of a {@link DataSession}. */
public interface MessageListener {
  /**
   * Takes a delivered message; called outside the session's lock, by several threads at a time when
   * the service is unordered.
   *
   * @return context for {@link ServiceListener#onServiceEnsured(Object, Service)}, or null for none
   */
  Object onMessage(Message message);
}
