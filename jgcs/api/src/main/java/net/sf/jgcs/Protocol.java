package net.sf.jgcs;

import java.io.Closeable;
import java.io.IOException;

/**
 * Instance of a group communication system, from which the sessions of groups are opened.
 *
 * <p>Thread-safe. One data session and one control session exist per group: opening again gives the
 * same object.
 */
public interface Protocol extends Closeable {
  /**
   * Opens the session that sends and receives messages of a group.
   *
   * @throws ClosedProtocolException when this protocol is closed
   * @throws ClassCastException when the configuration belongs to another binding
   */
  DataSession openDataSession(GroupConfiguration group) throws GroupException;

  /**
   * Opens the session that joins and leaves a group.
   *
   * @throws ClosedProtocolException when this protocol is closed
   * @throws ClassCastException when the configuration belongs to another binding
   */
  ControlSession openControlSession(GroupConfiguration group) throws GroupException;

  /** Closes all sessions, leaving their groups, and forbids new ones; closing twice is harmless. */
  @Override
  void close() throws IOException;

  /** Tells whether {@link #close()} was called. */
  boolean isClosed();

  /**
   * Looks up a quality of service by its engine-independent name, see {@link ServiceNames}.
   *
   * <p>An addition to jGCS 0.8.
   *
   * @throws UnsupportedServiceException when the engine cannot give it as configured; the message
   *     names what it can give
   */
  default Service lookupService(String name) throws GroupException {
    throw new UnsupportedServiceException(
        "service '" + name + "' is not offered by name by " + getClass().getName());
  }
}
