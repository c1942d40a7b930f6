package org.g2cl.cmi.client;

import java.io.IOException;

/** Failure of a server to grant a login; it got nothing of the request whose caller logs in. */
final class LoginRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  LoginRefusedException(String user, Throwable cause) {
    super("refuses the login of '" + user + "'", cause);
  }
}
