package org.g2cl.cmi.core;

import net.sf.jgcs.Membership;
import org.g2cl.MarshalDataSession;

/**
 * The view that a session has at this moment, asked for in one step: between the question whether
 * it is joined and the one for its view it may be put out of its group.
 */
final class PresentView {
  private PresentView() {}

  /** The view, or null when the session is in no group. */
  static Membership orNull(MarshalDataSession session) {
    try {
      return session.isJoined() ? session.membership() : null;
    } catch (IllegalStateException e) { // put out in between
      return null;
    }
  }
}
