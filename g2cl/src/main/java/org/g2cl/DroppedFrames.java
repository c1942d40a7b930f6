package org.g2cl;

import java.net.SocketAddress;
import java.util.function.Predicate;
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
  private volatile Other other;

  /** A member that says itself that it is configured otherwise. */
  private record Other(SocketAddress member, String difference) {}

  /** Member that the log lines begin with. */
  void self(SocketAddress address) {
    self = address;
  }

  /** Counts a frame of that sender. */
  void add(SocketAddress sender, MalformedFrameException reason) {
    if (reason instanceof MismatchException) {
      mismatch = "a frame of member " + sender + " was dropped: " + reason.getMessage();
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
    other = new Other(sender, difference);
    if (others.count()) {
      LOG.warn("{}: {}", self, difference);
    }
  }

  /** Forgets what happened before this member joins again. */
  void forgetMismatch() {
    mismatch = null;
    other = null;
  }

  /** Forgets what a member has said of itself that is not in a new view. */
  void retain(Predicate<SocketAddress> isMember) {
    Other known = other;
    if (known != null && !isMember.test(known.member)) {
      other = null;
    }
  }

  long total() {
    return rare.total();
  }

  /** What shows that a member is configured otherwise, or null when nothing does. */
  String mismatch() {
    Other known = other;
    return mismatch != null || known == null ? mismatch : known.difference;
  }
}
