package org.g2cl.jgcs.jgroups;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import net.sf.jgcs.GroupException;
import org.jgroups.Address;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announcement of a leave: JGroups' views do not tell a member that left from one that failed.
 *
 * <p>A leaving member tells all others and waits shortly for their answers before it disconnects.
 * So it is known before the view comes; an answer that is lost or late only makes a leave look like
 * a failure. Application messages are of another type and never taken for it.
 */
final class Farewell {
  private static final Logger LOG = LoggerFactory.getLogger(Farewell.class);
  private static final long LEAVING = 1;
  private static final long NOTED = 2;
  private static final Duration LONGEST_WAIT = Duration.ofMillis(500);

  private final JGroupsMember member;
  private final Set<Address> leaving = ConcurrentHashMap.newKeySet();
  private final Set<Address> awaited = new HashSet<>();

  Farewell(JGroupsMember member) {
    this.member = member;
  }

  void say(Set<Address> others) {
    if (others.isEmpty()) {
      return;
    }
    synchronized (awaited) {
      awaited.addAll(others);
    }
    try {
      for (Address other : others) {
        member.sendControl(other, LEAVING);
      }
      awaitAnswers();
    } catch (GroupException e) {
      LOG.debug("{}: leaves without saying so", member, e);
    }
  }

  private void awaitAnswers() {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    synchronized (awaited) {
      try {
        long left = LONGEST_WAIT.toNanos();
        while (!awaited.isEmpty() && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(awaited, left);
          left = deadline - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  void receive(Address from, long code) {
    if (code == LEAVING) {
      leaving.add(from);
      answer(from);
    } else if (code == NOTED) {
      synchronized (awaited) {
        awaited.remove(from);
        awaited.notifyAll();
      }
    }
  }

  private void answer(Address to) {
    try {
      member.sendControl(to, NOTED);
    } catch (GroupException e) {
      LOG.debug("{}: could not answer {}, which leaves", member, to, e);
    }
  }

  /** Tells whether a member that is gone had said that it would leave; forgets it. */
  boolean wasSaidBy(Address gone) {
    return leaving.remove(gone);
  }
}
