package org.g2cl;

import java.net.SocketAddress;
import net.sf.jgcs.GroupException;

/** Failure of a request because the member asked left the group or failed before it answered. */
public class SuspectedException extends GroupException {
  private static final long serialVersionUID = 1L;

  private final SocketAddress member;

  /** Creates one for a member. */
  public SuspectedException(SocketAddress member) {
    super(
        "member "
            + member
            + " left the group or failed before it answered; whether it handled the request is unknown");
    this.member = member;
  }

  /** Member that was asked. */
  public SocketAddress member() {
    return member;
  }
}
