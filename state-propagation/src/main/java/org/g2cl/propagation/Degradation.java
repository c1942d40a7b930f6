package org.g2cl.propagation;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says in the log when calls begin and cease to go on with fewer copies than configured. */
final class Degradation {
  private static final Logger LOG = LoggerFactory.getLogger(Degradation.class);

  private final AtomicBoolean degraded = new AtomicBoolean();

  /** Tells whether the last call went on with fewer copies than configured. */
  boolean isDegraded() {
    return degraded.get();
  }

  void report(Object member, int copies, int wanted) {
    boolean now = copies < wanted;
    if (now == degraded.get() || !degraded.compareAndSet(!now, now)) {
      return;
    }
    if (now) {
      LOG.warn(
          "{}: a call goes on with {} of {} backups, for lack of members that answer",
          member,
          copies,
          wanted);
    } else {
      LOG.info("{}: calls have {} backups again", member, wanted);
    }
  }
}
