package org.g2cl.propagation;

import java.util.stream.LongStream;

/**
 * Bars requests in the database: those that owners of earlier epochs may have committed without
 * anybody left who has heard of it.
 */
final class Barring {
  /** Of the first claim of a session. */
  static final long FIRST_EPOCH = 1;

  /**
   * Epochs of owners that were not heard for which a request is barred: so many of the first ones,
   * and of the newest. Each retry that another member takes over makes one more.
   */
  private static final int BARRED_AT_EACH_END = 512;

  private final Node node;

  Barring(Node node) {
    this.node = node;
  }

  /**
   * Sees to it that a request which is to be executed was not, and will not be, committed by a
   * former owner that is gone, was not heard, and may have gone on alone.
   *
   * @throws PropagationException when one of these has committed it, or it cannot be told now
   */
  void bar(Entry entry, RequestId request, boolean creation) throws PropagationException {
    long first;
    long own;
    synchronized (entry) {
      first = barredFrom(entry, request);
      own = entry.copy().epoch();
      boolean there = !entry.copy().isBlank() && !entry.copy().isRemoved();
      if (first == 0 || (!there && !creation)) {
        return;
      }
    }
    for (long epoch : toBar(first, own)) {
      if (node.outcomes().bar(entry.session(), request, epoch)) {
        throw new PropagationException(
            "session %s: request %s was committed in epoch %d by a member that had gone on alone and is gone; its reply and the session's state are lost, so it is not executed again"
                .formatted(entry.session(), request, epoch));
      }
    }
    synchronized (entry) {
      if (entry.unheard() != null && entry.copy().epoch() == own) {
        entry.unheard().letIn(request);
      }
    }
  }

  /**
   * First epoch from which a request is barred, or 0. One that comes after later ones of its client
   * may have been executed by any owner before: replies are lost when all who have them are.
   */
  private static long barredFrom(Entry entry, RequestId request) {
    SessionCopy copy = entry.copy();
    Unheard unheard = entry.unheard();
    boolean old = copy.epoch() > FIRST_EPOCH && copy.hasLaterReply(request);
    boolean concerned = old || (unheard != null && unheard.concerns(request));
    if (!concerned || copy.replyTo(request) != null || copy.isTooLate(request)) {
      return 0;
    }
    return old ? FIRST_EPOCH : unheard.from();
  }

  private static long[] toBar(long first, long own) {
    long behindFirst = Math.min(own, first + BARRED_AT_EACH_END);
    return LongStream.concat(
            LongStream.range(first, behindFirst),
            LongStream.range(Math.max(behindFirst, own - BARRED_AT_EACH_END), own))
        .toArray();
  }
}
