package org.g2cl.cmi.core;

/**
 * Answer of a server that has not run a request and asks the client to send the same request, with
 * the same request id, to another server.
 */
public class RetryElsewhereException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** An answer that says why this server does not run the request. */
  public RetryElsewhereException(String message) {
    super(message);
  }
}
