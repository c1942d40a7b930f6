package net.sf.jgcs;

import java.io.Closeable;
import java.io.IOException;
import java.net.SocketAddress;

/** Session that joins and leaves a group; thread-safe. */
public interface ControlSession extends Closeable {
  /**
   * Joins the group; on return messages may be sent, and the first view may still be on its way.
   *
   * <p>The bindings of this project deliver the first view before they return, in this thread.
   *
   * @throws InvalidStateException when already joined
   * @throws ClosedSessionException when the session is closed
   */
  void join() throws GroupException;

  /**
   * Leaves the group; raises no membership callback at this member.
   *
   * @throws InvalidStateException when not joined
   * @throws ClosedSessionException when the session is closed
   */
  void leave() throws GroupException;

  /** Address of this member, or null when it is not joined. */
  SocketAddress getLocalAddress();

  /**
   * Sets the listener of asynchronous errors; null removes it.
   *
   * @throws ClosedSessionException when the session is closed
   */
  void setExceptionListener(ExceptionListener listener) throws ClosedSessionException;

  /** Listener of asynchronous errors, or null. */
  ExceptionListener getExceptionListener();

  /** Closes this session and the data session of the group, leaving first when joined. */
  @Override
  void close() throws IOException;

  /** Tells whether this session was closed. */
  boolean isClosed();
}
