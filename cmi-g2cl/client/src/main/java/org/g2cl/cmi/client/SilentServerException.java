package org.g2cl.cmi.client;

import java.io.IOException;
import java.time.Duration;

/** A server took a request and then stayed silent. */
final class SilentServerException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Time without an answer, or null when the others say that the server has left. */
  private final Duration silence;

  SilentServerException(Duration silence, IOException cause) {
    this("silent for %s (%s)".formatted(silence, ClientSetting.READ_TIMEOUT.key()), silence, cause);
  }

  private SilentServerException(String message, Duration silence, IOException cause) {
    super(message, cause);
    this.silence = silence;
  }

  /** The server was silent for a while, and the others say that it has left them. */
  static SilentServerException left(Duration silence, IOException cause) {
    return new SilentServerException(
        "silent for %d ms, and no longer one of the cluster".formatted(silence.toMillis()),
        null,
        cause);
  }

  /** Tells whether the server has failed, rather than been given less time than that. */
  boolean isFailure(Duration readTimeout) {
    return silence == null || silence.compareTo(readTimeout) >= 0;
  }
}
