package org.g2cl.cmi.tomee;

import org.g2cl.propagation.PropagationException;
import org.g2cl.propagation.RequestId;

/** The commit of a call failed, and its marker says that the call counts. */
final class UnconfirmedCommitException extends PropagationException {
  private static final long serialVersionUID = 1L;

  UnconfirmedCommitException(RequestId request) {
    super(
        "request %s is committed, though the database did not confirm it; its reply is stored"
            .formatted(request));
  }
}
