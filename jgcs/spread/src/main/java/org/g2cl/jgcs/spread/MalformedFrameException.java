package org.g2cl.jgcs.spread;

import net.sf.jgcs.GroupException;

/** Finding that what came from the daemon is not its protocol, or not ours within it. */
final class MalformedFrameException extends GroupException {
  private static final long serialVersionUID = 1L;

  MalformedFrameException(String message) {
    super(message);
  }
}
