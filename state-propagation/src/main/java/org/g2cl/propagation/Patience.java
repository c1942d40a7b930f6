package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How long members are waited for that are to say or hear many floors: longer after some tries in a
 * row in which one was too slow, which is told once. Not thread-safe.
 */
final class Patience {
  private static final Logger LOG = LoggerFactory.getLogger(Patience.class);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  /** More are waited for longer, each for twice as long as the one before. */
  private static final int USUAL_TRIES = 3;

  private static final int MOST_DOUBLINGS = 8;

  private int late;
  private boolean asked;
  private SocketAddress silent;
  private Throwable cause;

  /** Time for an answer that usually takes no longer than that. */
  Duration of(Duration usual) {
    asked = true;
    int doublings = Math.min(MOST_DOUBLINGS, Math.max(0, late - USUAL_TRIES + 1));
    Duration time = usual.multipliedBy(1L << doublings);
    return time.compareTo(LONGEST) < 0 ? time : LONGEST;
  }

  /** A member that was asked did not answer. */
  void silent(SocketAddress member, Throwable why) {
    silent = member;
    cause = why.getCause() == null ? why : why.getCause();
  }

  /** The try is over; one in which nobody was asked is none. */
  void tried(SocketAddress self) {
    if (!asked) {
      return;
    }
    late = silent == null ? 0 : late + 1;
    if (late == USUAL_TRIES) {
      LOG.warn(
          "{}: no primary view in {} tries, since {} answered the census, but not what followed"
              + " ({}); it is waited for longer from now on",
          self,
          late,
          silent,
          String.valueOf(cause));
    }
    asked = false;
    silent = null;
    cause = null;
  }
}
