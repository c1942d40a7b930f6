package org.g2cl;

import java.net.SocketAddress;
import net.sf.jgcs.spi.RareLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Received frames of one session that were no good: counted, and told once in a while. */
final class DroppedFrames {
  private static final Logger LOG = LoggerFactory.getLogger(DroppedFrames.class);

  private final RareLog rare = new RareLog();
  private final RareLog others = new RareLog();
  private volatile SocketAddress self;
  private volatile String mismatch;

  /** Member that the log lines begin with. */
  void self(SocketAddress address) {
    self = address;
  }

  /** Counts a frame of that sender. */
  void add(SocketAddress sender, MalformedFrameException reason) {
    if (reason instanceof MismatchException) {
      mismatch = "a frame of member " + sender + ": " + reason.getMessage();
    }
    if (rare.count()) {
      LOG.warn(
          "{}: dropped a frame of {}: {}; {} dropped so far",
          self,
          sender,
          reason.getMessage(),
          rare.total());
    }
  }

  /** Notes that a member is configured otherwise, which no frame of it may show. */
  void addOther(SocketAddress sender, String difference) {
    mismatch = "what member " + sender + " sends: " + difference;
    if (others.count()) {
      LOG.warn("{}: member {} is configured otherwise: {}", self, sender, difference);
    }
  }

  /** Forgets what happened before this member joins again. */
  void forgetMismatch() {
    mismatch = null;
  }

  long total() {
    return rare.total();
  }

  /** What shows that a member is configured otherwise, or null when nothing does. */
  String mismatch() {
    return mismatch;
  }
}
