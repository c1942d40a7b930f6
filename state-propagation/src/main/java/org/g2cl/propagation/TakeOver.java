package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claim of a session that this member does not own, with the newest content of the group.
 *
 * <p>Used by the only call that is in the session.
 */
final class TakeOver {
  private static final Logger LOG = LoggerFactory.getLogger(TakeOver.class);

  /** Rounds after which a group that does not come to rest is given up on. */
  private static final int MAX_ROUNDS = 20;

  /** Part of the call time-out after which an unanswered claim is made again. */
  private static final int PARTS = 4;

  private final Node node;
  private final Entry entry;
  private final long deadlineNanos;

  /** Member that did not answer the last claim, or was not asked; null when all answered. */
  private SocketAddress silent;

  TakeOver(Node node, Entry entry, long deadlineNanos) {
    this.node = node;
    this.entry = entry;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Makes this member the owner, and settles what its predecessor left undecided.
   *
   * @throws ElsewhereException when another member claimed at the same time and was first
   * @throws PropagationException when not every member answers in time
   */
  void run() throws PropagationException {
    long before;
    synchronized (entry) {
      before = entry.copy().epoch();
    }
    boolean settled = false;
    try {
      claimUntilOwned();
      settle();
      settled = true;
    } finally {
      if (!settled) {
        giveUpSince(before);
      }
    }
  }

  /** What this member came to own here, it owns without all that an owner has to know. */
  private void giveUpSince(long before) {
    boolean isClaimed;
    synchronized (entry) {
      isClaimed = entry.copy().epoch() > before;
    }
    if (isClaimed) {
      node.giveUp(entry);
    }
  }

  private void claimUntilOwned() throws PropagationException {
    try {
      claimInRounds();
    } finally {
      release();
    }
  }

  private void claimInRounds() throws PropagationException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      if (claim()) {
        return;
      }
    }
    throw new PropagationException(
        "session %s: %s could not take it over in %d rounds; try again"
            .formatted(entry.session(), node.link().self(), MAX_ROUNDS));
  }

  /** When the claim has failed half-way, tells so: who has copies then cares for them. */
  private void release() {
    SocketAddress self = node.link().self();
    long epoch;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      epoch = copy.epoch();
      entry.doubtful(!copy.isOwning() && !copy.isBlank()); // content of others' answers, perhaps
      if (self == null || copy.isOwning() || !self.equals(copy.owner())) {
        return;
      }
    }
    node.tellOthers(new Frame.Release(entry.session(), epoch)); // or the keeper does, if it fails
    synchronized (entry) {
      entry.copy().onRelease(epoch, self);
    }
  }

  private boolean claim() throws PropagationException {
    Frame.Claim claim;
    Object former;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      former = copy.owner();
      claim =
          node.primary().isRuled()
              ? new Frame.Claim(
                  entry.session(), copy.epoch() + 1, copy.stamp(), copy.undecidedStamp())
              : new Frame.Claim(entry.session(), copy.epoch() + 1, Stamp.NONE, Stamp.NONE);
    }
    Map<SocketAddress, Answer> answers = ask(claim);
    if (answers == null || !acceptedByAll(claim, answers)) {
      return false;
    }
    return adopt(claim, answers, former);
  }

  /**
   * Answers of all members, or null when some did not answer, or were not asked. Who answered and
   * is gone since counts too: it may have had the newest content, or given it to members that had
   * answered before.
   */
  private Map<SocketAddress, Answer> ask(Frame.Claim claim) throws PropagationException {
    Map<SocketAddress, byte[]> raw =
        node.link().askAllInOrder(FrameCodec.encode(claim), roundTime());
    Map<SocketAddress, Answer> answers = new HashMap<>();
    silent = null;
    for (Map.Entry<SocketAddress, byte[]> answer : raw.entrySet()) {
      if (answer.getValue() != null) {
        answers.put(answer.getKey(), decode(answer.getKey(), answer.getValue()));
      }
    }
    for (SocketAddress member : node.link().members()) {
      if (!answers.containsKey(member)) {
        silent = member;
      }
    }
    boolean all = silent == null && !answers.isEmpty();
    return all && isOfPrimary(answers.keySet()) ? answers : null;
  }

  /** The view may have changed meanwhile: who was asked must have been the primary part. */
  private boolean isOfPrimary(Set<SocketAddress> asked) throws PropagationException {
    node.primary().await(entry.session(), deadlineNanos);
    return node.primary().isCoveredBy(asked);
  }

  /** A part of the time left, so that a claim which was lost with a member is made again. */
  private Duration roundTime() throws PropagationException {
    Duration left = Duration.ofNanos(deadlineNanos - node.scheduler().nanoTime());
    if (left.isNegative() || left.isZero()) {
      throw new PropagationException(
          "session %s: %s could not take it over in time (member without an answer: %s); try again"
              .formatted(entry.session(), node.link().self(), silent));
    }
    Duration part = node.settings().callTimeout().dividedBy(PARTS);
    return left.compareTo(part) < 0 ? left : part;
  }

  private Answer decode(SocketAddress member, byte[] answer) throws PropagationException {
    try {
      return AnswerCodec.decode(answer);
    } catch (MalformedFrameException e) {
      throw new PropagationException(
          "session %s: member %s gave an answer that cannot be read: %s"
              .formatted(entry.session(), member, e.getMessage()),
          e);
    }
  }

  /**
   * Judges who refused.
   *
   * @return false when others know a higher epoch, which was learnt for the next round, or this
   *     member has let go what it had claimed, as at a change of views
   */
  private boolean acceptedByAll(Frame.Claim claim, Map<SocketAddress, Answer> answers)
      throws ElsewhereException {
    Answer own = answers.get(node.link().self());
    if (own != null && !own.accepted() && isAnothers()) {
      throw elsewhere(claim);
    }
    boolean accepted = true;
    for (Answer answer : answers.values()) {
      if (!answer.accepted()) {
        accepted = false;
        synchronized (entry) {
          entry.copy().learn(answer.epoch());
        }
      }
    }
    return accepted;
  }

  private boolean isAnothers() {
    synchronized (entry) {
      Object owner = entry.copy().owner();
      return owner != null && !owner.equals(node.link().self());
    }
  }

  private ElsewhereException elsewhere(Frame.Claim claim) {
    Object owner;
    synchronized (entry) {
      owner = entry.copy().owner();
    }
    return new ElsewhereException(
        "session %s: member %s was quicker than %s to claim epoch %d; retry the request, any member finds the session"
            .formatted(entry.session(), owner, node.link().self(), claim.epoch()));
  }

  /**
   * Takes the session, or gives false when this member has let go meanwhile what it claimed, or the
   * copy with which it did: the answers have only what is newer than that.
   */
  private boolean adopt(Frame.Claim claim, Map<SocketAddress, Answer> answers, Object former)
      throws PropagationException {
    SocketAddress self = node.link().self();
    boolean foreign;
    node.vanished()
        .hear(answers.values().stream().flatMap(answer -> answer.losses().stream()).toList());
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      Choice choice = choice(answers);
      Snapshot chosen = take(choice, answers);
      noteChoice(choice, claim.epoch());
      if (Stamp.newer(claim.held(), claim.undecided()).newerThan(copy.newest())) {
        return false;
      }
      refuseWhenOutOfStep(answers);
      forgetWhenOver();
      if (self == null || !copy.become(claim.epoch(), self)) {
        if (self != null && !isAnothers()) {
          return false;
        }
        throw elsewhere(claim);
      }
      entry.floorDue(!copy.isBlank());
      entry.untold();
      entry.surpassed(false);
      entry.noneAsked();
      entry.unheardFrom(unheard(claim, answers, former));
      answers.remove(self);
      noteHolders(answers, chosen);
      foreign = !copy.isBlank();
    }
    if (foreign) {
      node.counters().takeOvers.increment();
      LOG.debug("{}: took session {} over at epoch {}", self, entry.session(), claim.epoch());
    }
    return true;
  }

  private Choice choice(Map<SocketAddress, Answer> answers) {
    SessionCopy copy = entry.copy();
    Choice choice = new Choice(node, entry);
    if (!copy.isBlank() && node.takeBack(entry)) {
      choice.add(copy.snapshot(0), entry.refuses(copy.stamp()));
    }
    for (Answer answer : answers.values()) {
      if (answer.better() != null) {
        choice.add(answer.better(), answer.isUnsettled());
      }
    }
    return choice;
  }

  /** Brings what was chosen here; answers it, or null when there was nothing. */
  private Snapshot take(Choice choice, Map<SocketAddress, Answer> answers) {
    SessionCopy copy = entry.copy();
    for (Answer answer : answers.values()) {
      copy.raiseFloor(answer.floor(), answer.floorHolders());
      if (answer.better() != null) {
        absorb(answer.better());
      }
    }
    Snapshot chosen = choice.make();
    if (!node.primary().isRuled() && chosen != null) {
      copy.settleFor(chosen);
    }
    return chosen;
  }

  /** What was chosen is not the newest yet, until a change makes it so. */
  private void noteChoice(Choice choice, long epoch) {
    if (choice.isAmongSeveral() && node.primary().rule().asksPolicy()) {
      entry.unsettled(choice.isOfPolicy());
    }
    entry.afterMerge().told(epoch);
  }

  /** What this call makes of it is a use; until then it is as old as where it comes from. */
  private void absorb(Snapshot better) {
    Stamp before = entry.copy().newest();
    entry.copy().absorb(better);
    if (entry.copy().newest().newerThan(before)) {
      entry.usedBefore(better.idleMillis());
    } else if (entry.copy().newest().equals(better.newest())) {
      entry.usedAtLeast(better.idleMillis());
    }
  }

  private void refuseWhenOutOfStep(Map<SocketAddress, Answer> answers) throws PropagationException {
    if (node.primary().isRuled()
        && entry.copy().isOutOfStep()
        && node.primary().tokens().mayComeBack(entry.copy().floorHolders())) {
      throw new PropagationException(
          "session %s: its newest change, %s, is not with the members %s of this view; retry the request, they may come back"
              .formatted(entry.session(), entry.copy().floor(), answers.keySet()));
    }
  }

  /**
   * Forgets content that is not the newest and whose time is over: that of the newest was over as
   * well, so that it may have been forgotten here.
   */
  private void forgetWhenOver() {
    if (entry.copy().isOutOfStep() && Expiry.isOver(entry)) {
      entry.copy().clear();
    }
  }

  /**
   * First epoch whose owner may have committed something that no member here has seen, or 0. It is
   * that of the content: whoever made a later change to the content had barred what was before.
   */
  private long unheard(Frame.Claim claim, Map<SocketAddress, Answer> answers, Object former) {
    long last = claim.epoch() - 1;
    long content = Math.max(1, entry.copy().stamp().epoch());
    boolean answered = former instanceof SocketAddress member && answers.containsKey(member);
    return content > last || (answered && content == last) ? 0 : content;
  }

  private void noteHolders(Map<SocketAddress, Answer> answers, Snapshot chosen) {
    entry.holders().clear();
    answers.forEach(
        (member, answer) -> {
          Stamp held = answer.isUnsettled() ? answer.better().stamp() : answer.held();
          Stamp newest = Stamp.newer(held, answer.undecided());
          if (!newest.equals(Stamp.NONE) && node.placement().isMember(member)) {
            entry.holders().note(member, isOther(answer, chosen) ? newest.before() : newest);
          }
        });
  }

  /** Tells whether it is another content than the chosen one, though of its stamp. */
  private boolean isOther(Answer answer, Snapshot chosen) {
    return !node.primary().isRuled()
        && chosen != null
        && answer.better() != null
        && answer.better().newest().equals(chosen.newest())
        && !chosen.isAlike(answer.better());
  }

  /** Asks the outcome log about a change that the predecessor prepared, and may have committed. */
  private void settle() throws PropagationException {
    Change open;
    synchronized (entry) {
      open = entry.copy().undecided();
    }
    if (open == null) {
      return;
    }
    boolean committed =
        node.outcomes().settle(entry.session(), open.request(), open.stamp().epoch());
    synchronized (entry) {
      entry.copy().onDecision(open.stamp(), committed);
      // a call that changes nothing more, as after a removal, tells nobody
      entry.decision(new Frame.Decision(entry.session(), open.stamp(), committed));
    }
  }
}
