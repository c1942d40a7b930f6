package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this member's view is the primary one; the first member of the view sees to that, by
 * {@link Forming}. Until it is known calls wait; in a minority they fail at once.
 */
final class PrimaryView implements AutoCloseable {
  /** What is known of the current view. */
  enum State {
    FORMING,
    PRIMARY,
    MINORITY
  }

  private static final Logger LOG = LoggerFactory.getLogger(PrimaryView.class);

  /** The first member asks within that time, or has not seen the view. */
  private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Scheduler scheduler;
  private final GroupLink link;
  private final PartitionRule rule;
  private final Function<SocketAddress, String> names;
  private final Runnable onLag;
  private final Consumer<List<Frame.Floor>> onFloors;
  private final Supplier<List<Frame.Floor>> allFloors;
  private final Forming forming;

  /** Guarded by this, as are the fields below. */
  private final Primacy primacy;

  /** Of the members agreed on; written with the monitor, read by every call. */
  private volatile MemberTokens tokens = MemberTokens.NONE;

  /** What this member has heard of since the last primary view was formed. */
  private final RecentFloors recent = new RecentFloors();

  /** Members before the first primary view. */
  private final SeenMembers seen;

  private List<SocketAddress> members = List.of();

  /** Written with the monitor, read by every call. */
  private volatile State state;

  /** To the forming of this view; null when none is. */
  private Agreement agreed;

  /** What was agreed to or heard last in this view; null when nothing was. */
  private Agreement heard;

  /** All were told what this view is, but not all have said that they know. */
  private boolean unconfirmed;

  /** A member may have agreed before it saw this view. */
  private boolean early;

  /** When this member saw its view. */
  private long seenNanos;

  private boolean working;
  private boolean closed;

  /**
   * Creates one.
   *
   * @param names of members, the same in each of their lives
   * @param onLag run when others may have gone on without this member
   * @param onFloors takes what others have heard of
   * @param allFloors what this member has ever heard of and still knows
   */
  PrimaryView(
      Scheduler scheduler,
      GroupLink link,
      PartitionRule rule,
      Function<SocketAddress, String> names,
      Runnable onLag,
      Consumer<List<Frame.Floor>> onFloors,
      Supplier<List<Frame.Floor>> allFloors) {
    this.scheduler = scheduler;
    this.link = link;
    this.rule = rule;
    this.names = names;
    this.onLag = onLag;
    this.onFloors = onFloors;
    this.allFloors = allFloors;
    this.seen = new SeenMembers(names);
    this.forming = new Forming(scheduler, link, this);
    this.primacy = new Primacy(scheduler.nextLong(), rule.groupSize(), rule.strict());
    this.state = rule.available() ? State.PRIMARY : State.FORMING;
  }

  /** True when calls may be executed now. */
  synchronized boolean isPrimary() {
    return state == State.PRIMARY;
  }

  /** True unless it is known that calls must not be executed in this view. */
  synchronized boolean mayBePrimary() {
    return state != State.MINORITY;
  }

  /** Tells whether those are all members of a view that is primary. */
  synchronized boolean isCoveredBy(Collection<SocketAddress> those) {
    return state == State.PRIMARY && those.containsAll(members);
  }

  /** Waits until it is known whether this member's view is primary; false when it is not. */
  synchronized boolean awaitDecision(Duration timeout) throws InterruptedException {
    awaitUntil(scheduler.nanoTime() + timeout.toNanos());
    return isPrimary();
  }

  private synchronized void awaitUntil(long deadlineNanos) throws InterruptedException {
    long left = deadlineNanos - scheduler.nanoTime();
    while (state == State.FORMING && left > 0) {
      scheduler.await(this, left);
      left = deadlineNanos - scheduler.nanoTime();
    }
  }

  PartitionRule rule() {
    return rule;
  }

  /** True when only the majority's word counts. */
  boolean isRuled() {
    return !rule.available();
  }

  /** Of the members that the view, or the one before, was agreed on with. */
  MemberTokens tokens() {
    return tokens;
  }

  /**
   * Tells whether a copy that the member has can be made known: one that was silent when the
   * primary view was formed is no part of it, and whoever goes on would not count with its copies.
   */
  boolean isPart(SocketAddress member) {
    return rule.available() || tokens.hasPart(member);
  }

  /** Tells whether that is so of all of those, a list that is not changed. */
  boolean areAllPart(List<SocketAddress> those) {
    return rule.available() || tokens.haveAllPart(those);
  }

  /** Tells whether those are enough that no primary view can be formed without one of them. */
  synchronized boolean isQuorum(Collection<SocketAddress> those) {
    return primacy.isQuorum(tokens.of(those));
  }

  /**
   * Waits until the view is known to be primary.
   *
   * @throws MinorityException when it is not, or not in time
   */
  void await(SessionId session, long deadlineNanos) throws PropagationException {
    if (state != State.PRIMARY) {
      awaitPrimary(session, () -> members, deadlineNanos);
    }
  }

  /**
   * Waits until the view that those make, of whom others may come and go meanwhile, is known to be
   * primary.
   *
   * @throws MinorityException when it is not, or not in time
   */
  void await(SessionId session, Supplier<List<SocketAddress>> those, long deadlineNanos)
      throws PropagationException {
    if (!isCoveredBy(those.get())) {
      awaitPrimary(session, those, deadlineNanos);
    }
  }

  private synchronized void awaitPrimary(
      SessionId session, Supplier<List<SocketAddress>> those, long deadlineNanos)
      throws PropagationException {
    try {
      long left = deadlineNanos - scheduler.nanoTime();
      while (state != State.MINORITY && left > 0 && !isCoveredBy(those.get())) {
        scheduler.await(this, left);
        left = deadlineNanos - scheduler.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PropagationException(
          "session %s: interrupted while member %s waited for a primary view"
              .formatted(session, link.self()),
          e);
    }
    if (!isCoveredBy(those.get())) {
      throw new MinorityException(
          "session %s: member %s sees %s, which %s the majority of its group; retry the request on another member"
              .formatted(
                  session,
                  link.self(),
                  members,
                  state == State.MINORITY ? "are not" : "have not agreed yet that they are"));
    }
  }

  /**
   * A view was installed.
   *
   * @param leavers members that are gone and said that they would leave
   */
  void onView(List<SocketAddress> now, Collection<SocketAddress> leavers) {
    warnOfTooMany(now);
    if (!rule.available() && install(now, leavers)) {
      forming.tellEarly(now.get(0));
    }
  }

  private void warnOfTooMany(List<SocketAddress> now) {
    if (rule.isOutgrownBy(now.size())) {
      LOG.warn(
          "{}: the group has {} members, and g2cl.partition-size is {}; it must be the number of"
              + " nodes that the whole group can have, or two parts of a split group may go on:"
              + " set it to {} or more on all nodes, or leave it out",
          link.self(),
          now.size(),
          rule.groupSize(),
          now.size());
    }
  }

  /**
   * Installs the view.
   *
   * @return true when this member may have agreed to its forming already, as one of a view of as
   *     many members: frames pass views by
   */
  private synchronized boolean install(List<SocketAddress> now, Collection<SocketAddress> leavers) {
    for (SocketAddress leaver : leavers) {
      Long token = tokens.of(leaver);
      if (token != null && token != 0) {
        primacy.noteLeft(token);
      }
    }
    SocketAddress self = link.self();
    if (self != null) {
      primacy.name(names.apply(self));
    }
    if (primacy.latest().number() == 0) {
      seen.see(now);
    }
    members = List.copyOf(now);
    primacy.see(members.size());
    boolean mayBeEarly = heard != null && !isCoordinator() && fits(heard);
    agreed = null;
    heard = null;
    unconfirmed = false;
    early = false;
    seenNanos = scheduler.nanoTime();
    become(State.FORMING);
    work();
    return mayBeEarly;
  }

  private void work() {
    if (isCoordinator() && !working) {
      working = forming.begin();
    }
  }

  /** A member may have agreed to the forming of this view before it saw it, or heard nothing. */
  synchronized void onEarly(SocketAddress member) {
    if (!rule.available() && members.contains(member)) {
      early = true;
      scheduler.signalAll(this);
      work();
    }
  }

  /**
   * Asks the first member once more, when nothing was heard of this view for long; the first begins
   * again when it could not. To be called now and then.
   */
  void remind() {
    SocketAddress first = null;
    synchronized (this) {
      if (isOpen()) {
        work();
      }
      boolean late = scheduler.nanoTime() - seenNanos > LATE_NANOS;
      if (state == State.FORMING && late && !members.isEmpty() && !isCoordinator()) {
        first = members.get(0);
      }
    }
    if (first != null) {
      forming.tellEarly(first);
    }
  }

  private boolean isCoordinator() {
    return !members.isEmpty() && members.get(0).equals(link.self());
  }

  private void become(State next) {
    if (state != next) {
      state = next;
      scheduler.signalAll(this);
    }
  }

  // ---------------------------------------------------------------- for the first member's work

  /** View that is to be formed, or null when nothing is to be done. */
  synchronized List<SocketAddress> toForm() {
    unconfirmed |= early;
    early = false;
    working = isOpen();
    return working ? members : null;
  }

  /** The work has failed, and does not go on by itself. */
  synchronized void stopped() {
    working = false;
  }

  /** Tells whether there is something to be done. */
  synchronized boolean isOpen() {
    boolean missing = primacy.last().members().size() < members.size();
    boolean open = state == State.FORMING || (state == State.PRIMARY && missing);
    return !closed && (open || unconfirmed || early) && isCoordinator();
  }

  /** Waits before the next attempt, unless a member waits for that. */
  synchronized void rest(long nanos) {
    long end = scheduler.nanoTime() + nanos;
    long left = nanos;
    try {
      while (!early && !closed && left > 0) {
        scheduler.await(this, left);
        left = end - scheduler.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized boolean isCurrent(List<SocketAddress> view) {
    return members.equals(view);
  }

  /** Tells whether the view that those would form is formed already. */
  synchronized boolean isFormedOf(Collection<Standing> those) {
    return state == State.PRIMARY
        && !unconfirmed
        && those.size() <= primacy.last().members().size();
  }

  /** Newest primary view known, for members that have not heard of it. */
  synchronized Formation latest() {
    return primacy.latest();
  }

  synchronized Formation decide(Map<SocketAddress, Standing> standings) {
    boolean first =
        standings.values().stream().allMatch(standing -> standing.latest().number() == 0);
    // where none is missing that it has seen, no primary view can exist without it
    return first && !seen.areAmong(standings.keySet()) ? null : primacy.next(standings.values());
  }

  /** The members of a formation were told that it is formed. */
  synchronized void told(Formation formation, boolean allKnow) {
    unconfirmed = !allKnow && isAgreed(formation);
  }

  /** The members of a view were told that it is not primary. */
  synchronized void toldMinority(List<SocketAddress> view, boolean allKnow) {
    unconfirmed = !allKnow && isCurrent(view);
  }

  // ---------------------------------------------------------------- every member's answers

  synchronized Standing onCensus() {
    return primacy.standing();
  }

  /** The first member wants to form this member's view. */
  byte[] onAttempt(Frame.Attempt attempt, SocketAddress sender) {
    RecentFloors floors;
    synchronized (this) {
      if (!agree(attempt, sender)) {
        return Verdict.STALE.bytes();
      }
      floors = recent.copy();
    }
    if (attempt.all()) {
      allFloors.get().forEach(floors::merge);
    }
    return FrameCodec.agreement(Verdict.ACK, floors.toList());
  }

  private boolean agree(Frame.Attempt attempt, SocketAddress sender) {
    List<Long> byRank = attempt.byRank();
    Agreement next = new Agreement(attempt.formation(), sender, byRank);
    if (!fits(next) || attempt.asked().size() != members.size()) {
      return false;
    }
    long asked = attempt.asked().get(members.indexOf(link.self()));
    if (!next.equals(agreed) && !primacy.agree(attempt.formation(), asked)) {
      return false;
    }
    agreed = next;
    heard = next;
    tokens = MemberTokens.byRank(members, byRank);
    return true;
  }

  /**
   * Notes that copies of a session are out of step, to be told to the members of the next primary
   * view.
   *
   * @param owner member whose change makes them so
   * @return false while a view is being formed, which would not hear of it, and when the owner is
   *     no part of the one that was formed last: it may count this member for a view before that
   *     one, which others have gone on from
   */
  synchronized boolean note(Frame.Floor floor, SocketAddress owner) {
    boolean isTried = agreed != null && !isAgreed(primacy.last());
    return !isTried && isPart(owner) && recent.add(floor);
  }

  /**
   * This member's table has forgotten the session. Called with the monitor of the session's entry,
   * as {@link #note} is by who hears a floor, so that the two are in order.
   */
  synchronized void forgotten(SessionId session) {
    recent.forgotten(session);
  }

  private boolean isAgreed(Formation formation) {
    return agreed != null && agreed.formation().equals(formation);
  }

  private boolean fits(Agreement agreement) {
    return agreement.fits(members, link.self(), primacy.token());
  }

  /** The first member says that the view is not primary; not taken when it is another view. */
  synchronized Verdict onMinority(Frame.Minority minority, SocketAddress sender) {
    primacy.hear(minority.latest());
    Agreement told = new Agreement(minority.latest(), sender, minority.byRank());
    if (!fits(told)) {
      return Verdict.NEED_COPY;
    }
    heard = told;
    if (state == State.FORMING) {
      LOG.warn(
          "{}: {} are not the majority of the group; calls are refused until they are",
          link.self(),
          members);
      become(State.MINORITY);
    }
    return state == State.MINORITY ? Verdict.ACK : Verdict.NEED_COPY;
  }

  /**
   * The first member says that the view is formed; not done when it is not this member's. What it
   * tells is taken before the view counts as formed here, since who has formed it is not told
   * again; and after this member has given up what others may own, since owners take none.
   */
  Verdict onFormed(Frame.Formed formed, SocketAddress sender) {
    Formation formation = formed.formation();
    boolean lags;
    synchronized (this) {
      if (members.isEmpty() || !members.get(0).equals(sender) || !isAgreed(formation)) {
        return Verdict.NEED_COPY;
      }
      if (formation.equals(primacy.last())) {
        return Verdict.ACK;
      }
      lags = primacy.hasMissed(formed.previous());
    }
    if (lags) {
      onLag.run();
    }
    onFloors.accept(formed.floors());
    synchronized (this) {
      if (!isAgreed(formation)) {
        return Verdict.NEED_COPY;
      }
      if (!formation.equals(primacy.last())) {
        primacy.formed(formation);
        primacy.see(members.size()); // who was silent may live
        recent.forget(formed.floors());
        become(State.PRIMARY);
      }
    }
    return Verdict.ACK;
  }

  @Override
  public synchronized void close() {
    closed = true;
    forming.close();
  }
}
