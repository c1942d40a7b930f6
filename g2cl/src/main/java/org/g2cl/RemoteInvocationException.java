package org.g2cl;

import java.net.SocketAddress;
import net.sf.jgcs.GroupException;

/**
 * Failure of a request because its handler at another member threw an exception.
 *
 * <p>Only the exception's type name and message cross, never the object: nothing is deserialized.
 */
public class RemoteInvocationException extends GroupException {
  private static final long serialVersionUID = 1L;

  private final SocketAddress member;
  private final String exceptionType;
  private final String remoteMessage;

  /**
   * Creates one.
   *
   * @param member where the handler ran
   * @param exceptionType class name of what it threw
   * @param remoteMessage message of what it threw, or null
   */
  public RemoteInvocationException(
      SocketAddress member, String exceptionType, String remoteMessage) {
    super("handler at member " + member + " threw " + exceptionType + ": " + remoteMessage);
    this.member = member;
    this.exceptionType = exceptionType;
    this.remoteMessage = remoteMessage;
  }

  /** Member where the handler ran. */
  public SocketAddress member() {
    return member;
  }

  /** Class name of what the handler threw. */
  public String exceptionType() {
    return exceptionType;
  }

  /** Message of what the handler threw, or null when it had none. */
  public String remoteMessage() {
    return remoteMessage;
  }
}
