package org.g2cl.jgcs.legacy;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;

/**
 * Gate that senders pass: shut from the plug-in's request to block until its next view.
 *
 * <p>jGCS 0.6 asks members to stop sending before a view changes; its engine waits for their
 * consent.
 */
final class SendGate {
  /** For messages of the application. */
  static final Duration LONGEST_BLOCK = Duration.ofSeconds(30);

  /** For what nobody misses, such as a good-bye. */
  static final Duration SHORT_BLOCK = Duration.ofMillis(500);

  private static final Duration LONGEST_SEND = Duration.ofSeconds(1);

  private int inside;
  private boolean shut;

  /** A wait was in vain, and no view came since: many that queue would each wait as long. */
  private boolean stuck;

  synchronized void enter(Duration longest) throws GroupException {
    if (stuck || !await(longest, true)) {
      stuck |= longest.compareTo(SHORT_BLOCK) > 0;
      throw new GroupException(
          "the plug-in has blocked this member for %s without a new view".formatted(longest));
    }
    inside++;
  }

  synchronized void exit() {
    inside--;
    notifyAll();
  }

  /** Lets nobody in any more, and waits shortly for those that are inside. */
  synchronized void shut() throws GroupException {
    shut = true;
    await(LONGEST_SEND, false);
  }

  synchronized void open() {
    shut = false;
    stuck = false;
    notifyAll();
  }

  private boolean await(Duration longest, boolean open) throws GroupException {
    long deadline = System.nanoTime() + longest.toNanos();
    long left = longest.toNanos();
    try {
      while ((open ? shut : inside > 0) && left > 0) {
        TimeUnit.NANOSECONDS.timedWait(this, left);
        left = deadline - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GroupException("interrupted while the plug-in blocks", e);
    }
    return open ? !shut : inside == 0;
  }
}
