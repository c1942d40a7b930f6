package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Empty changes, in the background, that make one content of a session the newest: where a {@link
 * MergePolicy} chooses, of sessions that parts of a split group may have gone on with apart, which
 * a holder claims first; and of those whose owner has heard of a higher number than its own.
 */
final class Affirmation {
  private static final Logger LOG = LoggerFactory.getLogger(Affirmation.class);

  /** Part of the call time-out that one may take. */
  private static final int PARTS = 4;

  /** Time for which others are not tried when one failed. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(2);

  private final Node node;
  private final Repair repair;
  private final Admissions admissions;
  private final Rests rests = new Rests();

  private boolean failing;

  /** When the next may be tried; used by the keeper only. */
  private long from;

  Affirmation(Node node, Repair repair, Admissions admissions) {
    this.node = node;
    this.repair = repair;
    this.admissions = admissions;
    this.from = node.scheduler().nanoTime();
  }

  /** Parts become one. To be called before anything is taken from the members of the other. */
  void onMerge() {
    if (!node.primary().rule().asksPolicy()) {
      return;
    }
    node.placement().seesMerge();
    for (Entry entry : node.table().entries()) {
      synchronized (entry) {
        entry.merged();
      }
    }
  }

  /** Tells whether this member is to settle it now. The caller holds the entry's monitor. */
  boolean isDue(Entry entry) {
    long now = node.scheduler().nanoTime();
    boolean isOpen = entry.isUnsettled() || entry.isSurpassed();
    if (!isOpen || entry.isBusy() || now - from < 0) {
      return false;
    }
    if (rests.isResting(entry.session(), now)) {
      return false;
    }
    return entry.copy().isOwning()
        || (isToBeClaimed(entry) && entry.afterMerge().isDue(isBest(entry)));
  }

  /** An owner that has seen no merge goes on without a claim; nothing of it is taken here. */
  private boolean isToBeClaimed(Entry entry) {
    return repair.isOrphan(entry) || !entry.afterMerge().isTold();
  }

  private boolean isBest(Entry entry) {
    List<SocketAddress> holders = new ArrayList<>(entry.holders().members());
    holders.removeIf(member -> !node.placement().isStaying(member));
    holders.add(node.link().self());
    return Objects.equals(
        node.placement().view().best(entry.session(), holders), node.link().self());
  }

  /** Makes the empty change, or leaves it for later. */
  void run(Entry entry) {
    Duration longest = node.settings().callTimeout().dividedBy(PARTS);
    try {
      admissions.affirm(entry, node.scheduler().nanoTime() + longest.toNanos());
      rests.done(entry.session());
      failing = false;
    } catch (ElsewhereException | FencedException e) {
      LOG.debug("{}: another settles {}", node.link().self(), entry.session(), e);
    } catch (PropagationException e) {
      long now = node.scheduler().nanoTime();
      rests.failed(entry.session(), now);
      from = now + REST_NANOS;
      warn(e);
    }
  }

  private void warn(PropagationException cause) {
    if (!failing) {
      failing = true;
      LOG.warn(
          "{}: the empty change that makes one state of a session the newest could not be made yet: {}",
          node.link().self(),
          cause.getMessage());
    }
  }
}
