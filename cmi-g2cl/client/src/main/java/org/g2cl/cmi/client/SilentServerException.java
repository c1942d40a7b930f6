package org.g2cl.cmi.client;

import java.io.IOException;
import java.time.Duration;

/** A server took a request and then stayed silent. */
final class SilentServerException extends IOException {
  private static final long serialVersionUID = 1L;

  SilentServerException(Duration silence, IOException cause) {
    super("silent for %s (%s)".formatted(silence, ClientSetting.READ_TIMEOUT.key()), cause);
  }

  private SilentServerException(String message, IOException cause) {
    super(message, cause);
  }

  /** The server was silent for a while, and the others say that it has left them. */
  static SilentServerException left(Duration silence, IOException cause) {
    return new SilentServerException(
        "silent for %d ms, and no longer one of the cluster".formatted(silence.toMillis()), cause);
  }
}
