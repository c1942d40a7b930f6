package org.g2cl.cmi.core;

/**
 * Answer of a server that has not executed a request and asks the client to send it, with the same
 * request id, to another server.
 */
public class RetryElsewhereException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates one whose message says why this server did not execute the request. */
  public RetryElsewhereException(String message) {
    super(message);
  }
}
