package org.g2cl.propagation;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.g2cl.Scheduler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this member's view is the primary one: its first member asks all what they know, has them
 * agree, and tells them. Until then calls wait; in a minority they fail at once.
 */
final class PrimaryView implements AutoCloseable {
  /** What is known of the current view. */
  enum State {
    FORMING,
    PRIMARY,
    MINORITY
  }

  private static final Logger LOG = LoggerFactory.getLogger(PrimaryView.class);
  private static final Duration ANSWER_TIME = Duration.ofSeconds(1);

  /**
   * Time for members that are new, while calls wait: one that is slower, as a process that has just
   * begun is, is added when calls go on.
   */
  private static final Duration NEWCOMERS_TIME = Duration.ofMillis(150);

  /** Pause before members that were silent are asked again. */
  private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Sessions out of step that are told to the next primary view; more are refused. */
  private static final int MAX_RECENT = 1_000_000;

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Scheduler scheduler;
  private final GroupLink link;
  private final PartitionRule rule;
  private final Function<SocketAddress, String> names;
  private final Runnable onLag;
  private final Consumer<List<Frame.Floor>> onFloors;
  private final Supplier<List<Frame.Floor>> allFloors;
  private final Scheduler.Worker worker;

  /** Guarded by this, as are the fields below. */
  private final Primacy primacy;

  /** Of the members agreed on; never changed, written with the monitor, read by every call. */
  private volatile Map<SocketAddress, Long> tokens = Map.of();

  /** What this member has heard of since the last primary view was formed. */
  private final Map<SessionId, Frame.Floor> recent = new LinkedHashMap<>();

  /** Names of all that were in a view with this member before it knew of a primary one. */
  private final Set<String> seen = new HashSet<>();

  private List<SocketAddress> members = List.of();

  /** Written with the monitor, read by every call. */
  private volatile State state;

  private Formation agreed;

  /** The view was formed, but not all its members have said that they know. */
  private boolean unconfirmed;

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
    this.worker = scheduler.worker("g2cl-propagation-primary", 1);
    this.primacy = new Primacy(scheduler.nextLong(), rule.groupSize(), rule.strict());
    this.state = rule.available() ? State.PRIMARY : State.FORMING;
  }

  /** True when calls may be executed now. */
  synchronized boolean isPrimary() {
    return state == State.PRIMARY;
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

  /** Tokens of those members, as far as they are known. */
  List<Long> tokens(Collection<SocketAddress> those) {
    Map<SocketAddress, Long> known = tokens;
    return those.stream().map(known::get).filter(token -> token != null && token != 0).toList();
  }

  /** Tells whether the member's token is among those, or not known, as that of null never is. */
  boolean isAmong(SocketAddress member, Collection<Long> those) {
    Long token = member == null ? null : tokens.get(member);
    return token == null || token == 0 || those.contains(token);
  }

  /**
   * Tells whether a copy that the member has can be made known: one that was silent when the
   * primary view was formed is no part of it, and whoever goes on would not count with its copies.
   */
  boolean isPart(SocketAddress member) {
    return rule.available() || tokens.getOrDefault(member, 0L) != 0;
  }

  /**
   * Tells whether one of them may live on elsewhere: it is not here, and no later life of it is.
   */
  synchronized boolean mayComeBack(Collection<Long> those) {
    return !new Formation(0, List.copyOf(those), 0).isAccountedFor(tokens.values(), Set.of());
  }

  /** Tells whether those are enough that no primary view can be formed without one of them. */
  synchronized boolean isQuorum(Collection<SocketAddress> those) {
    List<Long> formed = primacy.last().members();
    List<Long> there = new ArrayList<>();
    for (SocketAddress member : those) {
      Long token = tokens.get(member);
      if (token != null && formed.contains(token)) {
        there.add(token);
      }
    }
    boolean tie = 2 * there.size() == formed.size();
    return 2 * there.size() > formed.size() || (tie && there.contains(formed.get(0)));
  }

  /**
   * Waits until the view is known to be primary.
   *
   * @throws MinorityException when it is not, or not in time
   */
  void await(SessionId session, long deadlineNanos) throws PropagationException {
    if (state != State.PRIMARY) {
      awaitPrimary(session, deadlineNanos);
    }
  }

  private synchronized void awaitPrimary(SessionId session, long deadlineNanos)
      throws PropagationException {
    try {
      awaitUntil(deadlineNanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (state != State.PRIMARY) {
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
  synchronized void onView(List<SocketAddress> now, Collection<SocketAddress> leavers) {
    if (rule.available()) {
      return;
    }
    for (SocketAddress leaver : leavers) {
      Long token = tokens.get(leaver);
      if (token != null) {
        primacy.left(token);
      }
    }
    SocketAddress self = link.self();
    if (self != null) {
      primacy.name(names.apply(self));
    }
    if (primacy.latest().number() == 0) {
      now.forEach(member -> seen.add(names.apply(member)));
    }
    members = List.copyOf(now);
    agreed = null;
    unconfirmed = false;
    become(State.FORMING);
    if (isCoordinator() && !working) {
      working = true;
      worker.offer(this::work);
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

  // ---------------------------------------------------------------- the first member's work

  private void work() {
    List<SocketAddress> view = toForm();
    while (view != null) {
      if (!attempt(view) || isPrimary()) {
        scheduler.pause(isPrimary() ? REST_NANOS : PAUSE_NANOS);
      }
      view = Thread.currentThread().isInterrupted() ? null : toForm();
    }
  }

  /** View that is to be formed, or null when nothing is to be done. */
  private synchronized List<SocketAddress> toForm() {
    boolean missing = unconfirmed || primacy.last().members().size() < members.size();
    boolean open = state == State.FORMING || (state == State.PRIMARY && missing);
    boolean todo = !closed && open && isCoordinator();
    working = todo;
    return todo ? members : null;
  }

  private boolean attempt(List<SocketAddress> view) {
    try {
      return form(view);
    } catch (RuntimeException e) {
      LOG.error("{}: view {} cannot be formed; it is tried again", link.self(), view, e);
      return false;
    }
  }

  private boolean form(List<SocketAddress> view) {
    Map<SocketAddress, Standing> standings = new LinkedHashMap<>();
    Map<SocketAddress, byte[]> answers = askAll(view, new Frame.Census());
    for (SocketAddress member : view) {
      Standing standing = standing(answers.get(member));
      if (standing != null) {
        standings.put(member, standing);
      }
    }
    if (!isCurrent(view) || !standings.containsKey(link.self()) || isFormedOf(standings.values())) {
      return false;
    }
    Formation next = decide(standings);
    boolean all = standings.size() == view.size();
    if (next == null) {
      if (all) {
        tellMinority(view, standings);
      }
      return all;
    }
    Frame.Attempt attempt =
        new Frame.Attempt(next, byRank(view, standings), hasJoiners(next, standings.values()));
    Map<SocketAddress, byte[]> verdicts = askAll(List.copyOf(standings.keySet()), attempt);
    List<Frame.Floor> floors = floorsOf(standings.keySet(), verdicts);
    if (floors == null) {
      return false;
    }
    long previous =
        standings.values().stream().mapToLong(known -> known.last().number()).max().orElse(0);
    tellAll(standings.keySet(), new Frame.Formed(next, previous, floors));
    return true;
  }

  private static boolean hasJoiners(Formation next, Collection<Standing> standings) {
    Formation latest = Formation.NONE;
    for (Standing standing : standings) {
      latest = standing.last().number() > latest.number() ? standing.last() : latest;
    }
    return !latest.members().containsAll(next.members());
  }

  /** What any of those has heard of, or null when one does not agree. */
  private static List<Frame.Floor> floorsOf(
      Collection<SocketAddress> those, Map<SocketAddress, byte[]> agreements) {
    Map<SessionId, Frame.Floor> floors = new LinkedHashMap<>();
    try {
      for (SocketAddress member : those) {
        byte[] agreement = agreements.get(member);
        if (Verdict.of(agreement) != Verdict.ACK) {
          return null;
        }
        FrameCodec.floorsOf(agreement).forEach(floor -> merge(floors, floor));
      }
    } catch (MalformedFrameException e) {
      LOG.warn("answer to the forming of a primary view cannot be read: {}", e.getMessage());
      return null;
    }
    return List.copyOf(floors.values());
  }

  private static void merge(Map<SessionId, Frame.Floor> floors, Frame.Floor floor) {
    floors.merge(floor.session(), floor, PrimaryView::newer);
  }

  private static Frame.Floor newer(Frame.Floor one, Frame.Floor other) {
    if (one.stamp().equals(other.stamp())) {
      List<Long> holders = SessionCopy.union(one.holders(), other.holders());
      return new Frame.Floor(one.session(), one.epoch(), one.stamp(), holders);
    }
    return other.stamp().newerThan(one.stamp()) ? other : one;
  }

  private static Standing standing(byte[] answer) {
    try {
      return answer == null ? null : StandingCodec.decode(answer);
    } catch (MalformedFrameException e) {
      LOG.debug("standing cannot be read", e);
      return null;
    }
  }

  private synchronized boolean isCurrent(List<SocketAddress> view) {
    return members.equals(view);
  }

  /** Tells whether the view that those would form is formed already. */
  private synchronized boolean isFormedOf(Collection<Standing> those) {
    return state == State.PRIMARY
        && !unconfirmed
        && those.size() <= primacy.last().members().size();
  }

  private synchronized Formation decide(Map<SocketAddress, Standing> standings) {
    boolean first = standings.values().stream().allMatch(standing -> standing.last().number() == 0);
    return first && !isWhole(standings.keySet()) ? null : primacy.next(standings.values());
  }

  /** Of those that it has seen, none is missing: so no primary view can exist without it. */
  private boolean isWhole(Collection<SocketAddress> those) {
    Set<String> there = new HashSet<>();
    those.forEach(member -> there.add(names.apply(member)));
    return there.containsAll(seen);
  }

  private static List<Long> byRank(
      List<SocketAddress> view, Map<SocketAddress, Standing> standings) {
    List<Long> byRank = new ArrayList<>();
    for (SocketAddress member : view) {
      Standing standing = standings.get(member);
      byRank.add(standing == null ? 0 : standing.token());
    }
    return byRank;
  }

  private Map<SocketAddress, byte[]> askAll(List<SocketAddress> view, Frame frame) {
    byte[] bytes = FrameCodec.encode(frame);
    Map<SocketAddress, CompletableFuture<byte[]>> asked = new HashMap<>();
    for (SocketAddress member : view) {
      asked.put(member, link.askSurely(member, bytes, answerTime(member)));
    }
    Map<SocketAddress, byte[]> answers = new HashMap<>();
    for (SocketAddress member : view) {
      try {
        // the link ends it at the time-out; the longer wait here is a safeguard
        answers.put(member, scheduler.get(asked.get(member), ANSWER_TIME.multipliedBy(2)));
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("{}: {} says nothing of the primary view", link.self(), member, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return answers;
      }
    }
    return answers;
  }

  private Duration answerTime(SocketAddress member) {
    Map<SocketAddress, Long> known = tokens;
    boolean newcomer = !known.isEmpty() && !known.containsKey(member);
    return newcomer && !isPrimary() ? NEWCOMERS_TIME : ANSWER_TIME;
  }

  private void tellMinority(List<SocketAddress> view, Map<SocketAddress, Standing> standings) {
    Formation latest = Formation.NONE;
    for (Standing standing : standings.values()) {
      latest = standing.last().number() > latest.number() ? standing.last() : latest;
    }
    Frame.Minority minority = new Frame.Minority(latest, byRank(view, standings));
    tellOthers(view, minority);
    onMinority(minority, link.self());
  }

  /** Tells it so that it is told again, by forming it again, when a view change loses it. */
  private void tellAll(Collection<SocketAddress> those, Frame.Formed formed) {
    Map<SocketAddress, byte[]> answers = askAll(List.copyOf(those), formed);
    boolean allKnow = those.stream().allMatch(m -> Verdict.of(answers.get(m)) == Verdict.ACK);
    synchronized (this) {
      unconfirmed = !allKnow && formed.formation().equals(agreed);
    }
  }

  private void tellOthers(List<SocketAddress> view, Frame frame) {
    link.tell(
        view.stream().filter(member -> !member.equals(link.self())).toList(),
        FrameCodec.encode(frame));
  }

  // ---------------------------------------------------------------- every member's answers

  synchronized Standing onCensus() {
    return primacy.standing();
  }

  /** The first member wants to form this member's view. */
  byte[] onAttempt(Frame.Attempt attempt, SocketAddress sender) {
    Map<SessionId, Frame.Floor> floors = new LinkedHashMap<>();
    synchronized (this) {
      if (!agree(attempt, sender)) {
        return Verdict.STALE.bytes();
      }
      floors.putAll(recent);
    }
    if (attempt.all()) {
      allFloors.get().forEach(floor -> merge(floors, floor));
    }
    return FrameCodec.agreement(Verdict.ACK, List.copyOf(floors.values()));
  }

  private boolean agree(Frame.Attempt attempt, SocketAddress sender) {
    List<Long> byRank = attempt.byRank();
    if (!fits(byRank, sender) || !primacy.agree(attempt.formation())) {
      return false;
    }
    agreed = attempt.formation();
    Map<SocketAddress, Long> known = new HashMap<>();
    for (int i = 0; i < byRank.size(); i++) {
      known.put(members.get(i), byRank.get(i));
    }
    tokens = Map.copyOf(known);
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
    boolean forming = agreed != null && !agreed.equals(primacy.last());
    if (forming || !isPart(owner) || recent.size() >= MAX_RECENT) {
      return false;
    }
    merge(recent, floor);
    return true;
  }

  /** The sender is the first of this view, and means it, as far as can be told. */
  private boolean fits(List<Long> byRank, SocketAddress sender) {
    SocketAddress self = link.self();
    return self != null
        && members.contains(self)
        && members.get(0).equals(sender)
        && byRank.size() == members.size()
        && byRank.get(members.indexOf(self)).equals(primacy.standing().token());
  }

  /** The first member says that the view is not primary. */
  synchronized void onMinority(Frame.Minority minority, SocketAddress sender) {
    primacy.hear(minority.latest());
    if (fits(minority.byRank(), sender) && state == State.FORMING) {
      LOG.warn(
          "{}: {} are not the majority of the group; calls are refused until they are",
          link.self(),
          members);
      become(State.MINORITY);
    }
  }

  /** The first member says that the view is formed; not done when it is not this member's. */
  Verdict onFormed(Frame.Formed formed, SocketAddress sender) {
    boolean lags = false;
    synchronized (this) {
      if (members.isEmpty()
          || !members.get(0).equals(sender)
          || !formed.formation().equals(agreed)) {
        return Verdict.NEED_COPY;
      }
      if (formed.formation().equals(primacy.last())) {
        return Verdict.ACK;
      }
      lags = !primacy.formed(formed.formation(), formed.previous());
      recent.clear();
    }
    if (lags) {
      onLag.run();
    }
    onFloors.accept(formed.floors());
    synchronized (this) {
      if (formed.formation().equals(agreed)) {
        become(State.PRIMARY);
      }
    }
    return Verdict.ACK;
  }

  @Override
  public synchronized void close() {
    closed = true;
    worker.close();
  }
}
