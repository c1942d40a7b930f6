package org.g2cl.cmi.tomee;

import java.sql.SQLException;
import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;

/** The commit of a call failed, and its marker says that nothing of the call counts. */
final class NotCommittedException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates one.
   *
   * @param cause what the transaction manager has noted, or null
   */
  NotCommittedException(RequestId request, Throwable cause) {
    super(
        "request %s: the commit of its transaction failed, and nothing of it counts; send it again"
            .formatted(request),
        cause);
  }

  /**
   * Creates one for a commit that is not tried, since the marker cannot be written.
   *
   * @param cause of a kind that may pass
   */
  NotCommittedException(RequestId request, SQLException cause) {
    super(
        "request %s: its marker cannot be written: %s; its transaction is rolled back, and nothing of it counts; send it again"
            .formatted(request, cause.getMessage()),
        cause);
  }
}
