package net.sf.jgcs;

import java.io.Closeable;
import java.io.IOException;

/** Session that sends and receives the messages of a group; thread-safe. */
public interface DataSession extends Closeable {
  /** Group that this session belongs to. */
  GroupConfiguration getGroup();

  /**
   * Sets the listener of messages; null removes it.
   *
   * @throws ClosedSessionException when the session is closed
   */
  void setMessageListener(MessageListener listener) throws ClosedSessionException;

  /** Listener of messages, or null. */
  MessageListener getMessageListener();

  /**
   * Sets the listener that hears which services were ensured for a delivered message; null removes
   * it.
   *
   * @throws ClosedSessionException when the session is closed
   */
  void setServiceListener(ServiceListener listener) throws ClosedSessionException;

  /** Listener of ensured services, or null. */
  ServiceListener getServiceListener();

  /** Closes this session and the control session of the group. */
  @Override
  void close() throws IOException;

  /** Tells whether this session was closed. */
  boolean isClosed();

  /**
   * Creates an empty message for this session.
   *
   * @throws ClosedSessionException when the session is closed
   */
  Message createMessage() throws GroupException;

  /**
   * Sends a message to all members, this one included unless an annotation says otherwise.
   *
   * <p>The message itself is not changed and may be sent again. One to a member that is gone is
   * dropped.
   *
   * @param message made by {@link #createMessage()} of this session; its payload must not be
   *     changed afterwards
   * @param service quality of service, or null for the default of the session
   * @param context identifies the message in later service notifications, or null
   * @param annotations hints, see {@link net.sf.jgcs.annotation}
   * @throws ClosedSessionException when the session is closed
   * @throws InvalidStateException when not joined
   * @throws ClassCastException when message or service belong to another binding
   */
  void multicast(Message message, Service service, Object context, Annotation... annotations)
      throws IOException;
}
