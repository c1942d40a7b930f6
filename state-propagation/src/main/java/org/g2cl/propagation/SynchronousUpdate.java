package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/**
 * Sending of one change to as many backups as the mode wants, used once, by the calling thread.
 *
 * <p>A backup that is silent for the acknowledge time-out is not waited for any longer: the next
 * one is asked besides. An acknowledgement that comes after all still counts. When fewer have
 * acknowledged than the mode requires, the members are asked again as long as the view has any, at
 * most for the call time-out: members that are silent are not members that are gone.
 */
final class SynchronousUpdate {
  /** Pause before members that could not be asked are asked again; a view may be on its way. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Node node;
  private final Entry entry;
  private final Change change;
  private final UpdateFrames frames;
  private final long deadlineNanos;
  private Iterator<SocketAddress> candidates;
  private final List<Attempt> attempts = new ArrayList<>(2);
  private final List<SocketAddress> acknowledged = new ArrayList<>(2);

  /** Answers not looked at yet; guarded by itself, as is {@link #over}. */
  private final Deque<Arrival> arrivals = new ArrayDeque<>(2);

  private boolean over;

  /** Set when this member is found to be out of the group. */
  private volatile Throwable cutOff;

  /** One member asked; takes its answer. */
  private final class Attempt implements BiConsumer<byte[], Throwable> {
    final SocketAddress member;
    long deadline;
    boolean silent;
    boolean sentWhole;

    Attempt(SocketAddress member) {
      this.member = member;
    }

    @Override
    public void accept(byte[] answer, Throwable failure) {
      if (failure != null && node.link().isCutOff(failure)) {
        cutOff = failure;
      }
      arrived(this, answer);
    }
  }

  /** What came back; the verdict is null when the member could not be asked. */
  private record Arrival(Attempt attempt, Verdict verdict) {}

  SynchronousUpdate(Node node, Entry entry, Change change, UpdateFrames frames) {
    this.node = node;
    this.entry = entry;
    this.change = change;
    this.frames = frames;
    this.candidates = node.candidates(entry).iterator();
    this.deadlineNanos = node.scheduler().nanoTime() + node.settings().callTimeout().toNanos();
  }

  /**
   * Sends, and waits until enough members have the change or no more can be asked.
   *
   * @return members that have it
   * @throws FencedException when a member knows of a later owner, or this one does
   * @throws PropagationException when this member is out of the group, or the others stay in the
   *     view and do not acknowledge
   */
  List<SocketAddress> run() throws PropagationException {
    try {
      askMissing();
      while (acknowledged.size() < node.backups()) {
        Attempt eldest = eldestAwaited();
        if (eldest != null) {
          step(eldest);
        } else if (acknowledged.size() < node.required() && !isAlone()) {
          askAgain();
        } else {
          break;
        }
      }
      return acknowledged;
    } catch (PropagationException e) {
      acknowledged.forEach(this::noteLate); // it does not count, and they are to drop it
      throw e;
    } finally {
      synchronized (arrivals) {
        over = true;
      }
    }
  }

  private void askMissing() throws FencedException {
    for (int i = node.backups() - acknowledged.size(); i > 0; i--) {
      askNext();
    }
  }

  /**
   * Tells whether the view of this moment has no other member that stays. One that said it leaves
   * takes no calls any more, so it does not count.
   */
  private boolean isAlone() throws PropagationException {
    refuseWhenCutOff();
    for (SocketAddress member : node.others()) {
      if (node.placement().isStaying(member)) {
        return false;
      }
    }
    return true;
  }

  private void askAgain() throws PropagationException {
    if (deadlineNanos - node.scheduler().nanoTime() <= 0) {
      throw new PropagationException(
          "session %s: %d members of the %d wanted acknowledged change %s within %s, but %s are in the group and may go on without %s; retry the request on another member"
              .formatted(
                  entry.session(),
                  acknowledged.size(),
                  node.required(),
                  change.stamp(),
                  node.settings().callTimeout(),
                  node.others(),
                  node.link().self()));
    }
    Arrival late = await(node.scheduler().nanoTime() + PAUSE_NANOS);
    if (late != null) {
      judge(late.attempt(), late.verdict());
    } else {
      candidates = node.candidates(entry).iterator();
      askMissing();
    }
  }

  /**
   * Nobody took the change because this member is out of the group: not the same as being alone.
   */
  private void refuseWhenCutOff() throws PropagationException {
    if (cutOff != null) {
      throw new PropagationException(
          "session %s: this member is out of the group; retry the request on another member"
              .formatted(entry.session()),
          cutOff);
    }
  }

  private void step(Attempt eldest) throws PropagationException {
    boolean last = deadlineNanos - eldest.deadline < 0;
    Arrival arrival = await(last ? deadlineNanos : eldest.deadline);
    if (arrival == null) {
      eldest.silent = true;
      node.counters().stalls.increment();
      node.placement().wasSilent(eldest.member);
      askNext();
    } else {
      judge(arrival.attempt(), arrival.verdict());
    }
  }

  private void judge(Attempt attempt, Verdict verdict) throws FencedException {
    if (verdict == Verdict.NEED_COPY && !attempt.sentWhole) {
      attempt.sentWhole = true;
      ask(attempt, frames.copy());
      return;
    }
    attempts.remove(attempt);
    if (verdict == null || verdict == Verdict.NEED_COPY) {
      askNext();
    } else if (verdict == Verdict.ACK) {
      node.placement().answered(attempt.member);
      if (!acknowledged.contains(attempt.member)) {
        acknowledged.add(attempt.member);
      }
    } else {
      throw new FencedException(
          "session %s: member %s refused change %s of %s (%s); retry the request, any member finds the session"
              .formatted(
                  entry.session(), attempt.member, change.stamp(), node.link().self(), verdict));
    }
  }

  private Attempt eldestAwaited() {
    Attempt eldest = null;
    for (Attempt attempt : attempts) {
      if (!attempt.silent && (eldest == null || attempt.deadline - eldest.deadline < 0)) {
        eldest = attempt;
      }
    }
    return eldest;
  }

  private void askNext() throws FencedException {
    SocketAddress next = null;
    while (next == null && candidates.hasNext()) {
      SocketAddress candidate = candidates.next();
      next = acknowledged.contains(candidate) ? null : candidate;
    }
    if (next != null) {
      Attempt attempt = new Attempt(next);
      attempts.add(attempt);
      ask(attempt, frames.forMember(attempt.member));
    }
  }

  /** What was made of content of which the change is no part any more is not sent. */
  private void ask(Attempt attempt, byte[] frame) throws FencedException {
    synchronized (entry) {
      if (!entry.copy().isOwnedAt(change.stamp().epoch())) {
        throw new FencedException(
            "session %s: %s does not own it any more, before enough members had change %s; retry the request, any member finds the session"
                .formatted(entry.session(), node.link().self(), change.stamp()));
      }
      entry.sent(attempt.member, change.stamp());
    }
    attempt.deadline = node.scheduler().nanoTime() + node.settings().acknowledgeTimeout().toNanos();
    Duration longest = node.settings().callTimeout();
    node.counters().replicatedBytes.add(frame.length);
    var unused = node.link().ask(attempt.member, frame, longest).whenComplete(attempt);
  }

  private void arrived(Attempt attempt, byte[] answer) {
    Verdict verdict = Verdict.of(answer);
    if (verdict != null) {
      node.placement().releases().learn(attempt.member, answer);
    }
    boolean late;
    synchronized (arrivals) {
      late = over;
      if (!late) {
        arrivals.add(new Arrival(attempt, verdict));
        node.scheduler().signalAll(arrivals);
      }
    }
    if (late && verdict == Verdict.ACK) {
      noteLate(attempt.member);
    }
  }

  /**
   * Remembers a copy that was not waited for, so that it is updated or dropped later, and is told
   * of the change when that has come to be already.
   */
  private void noteLate(SocketAddress member) {
    node.placement().answered(member);
    synchronized (entry) {
      entry.holders().note(member, change.stamp());
      if (entry.copy().stamp().equals(change.stamp())) {
        entry.decision(new Frame.Decision(entry.session(), change.stamp(), true));
      }
    }
  }

  private Arrival await(long deadline) throws PropagationException {
    synchronized (arrivals) {
      while (arrivals.isEmpty()) {
        long left = deadline - node.scheduler().nanoTime();
        if (left <= 0) {
          return null;
        }
        waitNanos(left);
      }
      return arrivals.poll();
    }
  }

  private void waitNanos(long nanos) throws PropagationException {
    try {
      node.scheduler().await(arrivals, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(
          "session %s: interrupted while waiting for backups".formatted(entry.session()), e);
    }
  }
}
