package org.g2cl.registry;

import net.sf.jgcs.GroupException;

/** Refusal to bind a name that is taken. */
public class NameAlreadyBoundException extends GroupException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  public NameAlreadyBoundException(String message) {
    super(message);
  }
}
