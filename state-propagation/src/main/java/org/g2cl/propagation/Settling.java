package org.g2cl.propagation;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settling, in the background, of changes that were left undecided by an owner that is gone: while
 * their markers are fresh, since the next call may come when they are swept already.
 *
 * <p>One that cannot be settled, as while the database keeps the transaction of its owner, rests;
 * when another one fails too, and none was settled in between, the outcome log itself may be away,
 * and all rest.
 */
final class Settling {
  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Node node;
  private final Rests rests = new Rests();

  /** The one that failed last, when none was settled since; else null. */
  private SessionId failed;

  private long from;

  Settling(Node node) {
    this.node = node;
    this.from = node.scheduler().nanoTime();
  }

  /** Settles what is undecided of a session, or leaves it for later. */
  void run(Entry entry) {
    long now = node.scheduler().nanoTime();
    if (now - from < 0 || rests.isResting(entry.session(), now)) {
      return;
    }
    Change open;
    synchronized (entry) {
      open = entry.copy().undecided();
    }
    if (open != null) {
      settle(entry, open);
    }
  }

  private void settle(Entry entry, Change open) {
    try {
      boolean committed =
          node.outcomes().settle(entry.session(), open.request(), open.stamp().epoch());
      rests.done(entry.session());
      failed = null;
      decide(entry, new Frame.Decision(entry.session(), open.stamp(), committed));
    } catch (PropagationException e) {
      LOG.warn("{}: an orphan stays undecided for now: {}", node.link().self(), e.getMessage());
      rest(entry.session());
    }
  }

  private void decide(Entry entry, Frame.Decision decision) {
    synchronized (entry) {
      if (!entry.copy().undecidedStamp().equals(decision.stamp())) {
        return; // a call has settled it, and may have made another change since
      }
      entry.copy().onDecision(decision.stamp(), decision.committed());
      entry.decision(decision); // to known holders surely, to others now
    }
    node.tellOthers(decision);
  }

  private void rest(SessionId session) {
    long now = node.scheduler().nanoTime();
    rests.failed(session, now);
    if (failed != null && !failed.equals(session)) {
      from = now + REST_NANOS;
    }
    failed = session;
  }
}
