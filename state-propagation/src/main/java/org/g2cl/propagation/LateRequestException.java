package org.g2cl.propagation;

/**
 * Refusal of a request that comes when its reply, had it one, would be forgotten: so many later
 * ones of the same client were executed that nobody can tell whether this one was. Its client is
 * long gone to another server; repeating it elsewhere is of no use.
 */
public final class LateRequestException extends PropagationException {
  private static final long serialVersionUID = 1L;

  /** Creates one with a message. */
  LateRequestException(String message) {
    super(message);
  }
}
