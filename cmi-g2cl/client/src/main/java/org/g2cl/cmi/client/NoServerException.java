package org.g2cl.cmi.client;

import java.rmi.RemoteException;

/**
 * Failure of a call that no server answered before its deadline. Whether the last attempt was
 * executed is not known; its request id was the same in all attempts.
 */
public class NoServerException extends RemoteException {
  private static final long serialVersionUID = 1L;

  /** A failure with a sentence that names the servers tried, the time, and what to do. */
  public NoServerException(String message) {
    super(message);
  }
}
