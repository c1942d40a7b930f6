package org.g2cl.propagation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Lets requests in: sees to it that this member owns the session, and that a request which was
 * executed, or may have been, is not executed again.
 */
final class Admissions {
  private static final int MAX_BEAN_NAME = 255;

  /** Time-out of a session above which no clock here tells it from a longer one. */
  private static final Duration LONGEST_TIMEOUT = Duration.ofMillis(Long.MAX_VALUE);

  private final Node node;
  private final Degradation degradation;
  private final Barring barring;
  private final String madeUp;
  private final boolean expectsCompany;
  private final AtomicLong madeUpCount = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();

  /** Made once: a lambda that holds the entry would be made at each call. */
  private final Consumer<Entry> ending = this::end;

  /** Written by the thread of the views only. */
  private volatile boolean hadCompany;

  private volatile boolean leaving;
  private volatile boolean closed;

  /**
   * Creates one.
   *
   * @param madeUp what the ids of requests that have none begin with
   * @param expectsCompany whether a session may be known to others until one was in a view
   */
  Admissions(Node node, Degradation degradation, String madeUp, boolean expectsCompany) {
    this.node = node;
    this.degradation = degradation;
    this.barring = new Barring(node);
    this.madeUp = madeUp;
    this.expectsCompany = expectsCompany;
  }

  /** Another member was in this one's view. */
  void hadCompany() {
    hadCompany = true;
  }

  /** Requests are sent to other members from now on. */
  void leave() {
    leaving = true;
  }

  /** Tells whether no request is executed; it stays so once requests are sent elsewhere. */
  boolean haveEnded() {
    return running.get() == 0;
  }

  void close() {
    closed = true;
  }

  /** What is to be created. */
  record Creation(String bean, Duration timeout) {
    Creation {
      Identifiers.checkLength("bean name", bean, MAX_BEAN_NAME);
      if (timeout.isNegative()) {
        throw new IllegalArgumentException(
            "timeout of bean '%s' is %s; it must be zero, for never, or positive"
                .formatted(bean, timeout));
      }
    }

    /** Zero is for never. */
    long millis() {
      if (timeout.compareTo(LONGEST_TIMEOUT) >= 0) {
        return LONGEST_TIMEOUT.toMillis();
      }
      return timeout.isZero() ? 0 : Math.max(1, timeout.toMillis());
    }
  }

  /**
   * Lets a request in.
   *
   * @param creation null when the session is there already
   */
  Admission admit(SessionId session, Optional<RequestId> request, Creation creation)
      throws PropagationException {
    long deadline = node.scheduler().nanoTime() + node.settings().callTimeout().toNanos();
    running.incrementAndGet();
    Entry entry = null;
    boolean granted = false;
    try {
      refuseWhenStopping(session);
      node.primary().await(session, deadline);
      entry = node.table().enter(session, deadline);
      own(entry, deadline);
      if (request.isPresent()) {
        barring.bar(entry, request.get(), creation != null);
        confirm(entry, request.get());
      }
      Admission admission = decide(entry, request, creation);
      granted = admission instanceof Admission.Granted;
      return admission;
    } catch (UnreadableStateException e) {
      node.counters().refused.increment();
      throw new PropagationException("session %s: %s".formatted(session, e.getMessage()), e);
    } catch (PropagationException e) {
      node.counters().refused.increment();
      throw e;
    } finally {
      if (!granted) {
        refused(entry);
      }
    }
  }

  private void refuseWhenStopping(SessionId session) throws PropagationException {
    if (leaving) {
      throw new LeavingException(
          "session %s: member %s is about to leave; send the request to another member"
              .formatted(session, node.link().self()));
    }
    if (closed || node.link().self() == null) {
      throw new PropagationException(
          "session %s: this member is in no group; send the request to another member"
              .formatted(session));
    }
  }

  /** Sees to it that this member owns the session and nothing is undecided. */
  private void own(Entry entry, long deadline) throws PropagationException {
    boolean current;
    boolean over;
    long epoch;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      epoch = copy.epoch();
      current = copy.isOwning() && copy.undecided() == null;
      over = current && Expiry.isOver(entry);
      current = current && !over && node.takeBack(entry);
      Expiry.letGoInCall(entry, true);
    }
    if (!current) {
      new TakeOver(node, entry, deadline).run();
    }
    if (over && expire(entry, epoch)) {
      new TakeOver(node, entry, deadline).run();
    }
  }

  /**
   * Lets a session go whose time is over: if nobody else had claimed it up to this member's own
   * claim after that epoch, since another owner may have served reads, of which nothing is known
   * here; or if nobody else has this content, which another owner would have.
   */
  private boolean expire(Entry entry, long epoch) {
    Frame.Drop expired;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      boolean isOnlyHere = copy.isOwning() && entry.holders().current(copy.newest()).isEmpty();
      if (!Expiry.isOver(entry) || !(isOnlyHere || copy.isOwnedAt(epoch + 1))) {
        return false;
      }
      expired = Node.drop(entry);
    }
    node.tellOthers(expired);
    return true;
  }

  /**
   * Sees to it that a stored reply is repeated only when the content that it comes with counts in
   * this ownership: a former owner that is cut off may have given the change up.
   */
  private void confirm(Entry entry, RequestId request) throws PropagationException {
    Update same;
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      if (!copy.isOwning() || !entry.isFloorDue() || copy.replyTo(request) == null) {
        return;
      }
      if (isAsynchronous() && copy.isContentOfEpoch()) {
        return; // no floor is told in this mode: one change is all that can be done
      }
      same = same(copy);
    }
    write(entry, same);
  }

  private boolean isAsynchronous() {
    return node.settings().mode() == ReplicationMode.ASYNCHRONOUS;
  }

  private static Update same(SessionCopy copy) {
    byte[] nothing = {};
    return copy.isRemoved() ? Update.removal(nothing) : Update.state(copy.state(), nothing);
  }

  private void write(Entry entry, Update same) throws PropagationException {
    RequestId own = RequestId.madeUp(madeUp + madeUpCount.incrementAndGet());
    new Call(node, degradation, entry, own, confirmed -> {}).prepare(same, false);
  }

  /**
   * Sees to it, as an empty call would, that one content of an unsettled or surpassed session is
   * the newest.
   *
   * @throws ElsewhereException when another member does so
   * @throws PropagationException when it cannot be done now
   */
  void affirm(Entry entry, long deadline) throws PropagationException {
    if (closed || node.link().self() == null) {
      return;
    }
    running.incrementAndGet();
    boolean entered = false;
    try {
      entered = entry.enter(deadline);
      if (entered && isToAffirm(entry)) {
        own(entry, deadline);
        affirmOwned(entry);
      }
    } catch (UnreadableStateException e) {
      throw new PropagationException(
          "session %s: %s".formatted(entry.session(), e.getMessage()), e);
    } finally {
      if (entered) {
        leave(entry);
      } else {
        running.decrementAndGet();
      }
    }
  }

  private static boolean isToAffirm(Entry entry) {
    synchronized (entry) {
      return entry.isUnsettled() || entry.isSurpassed();
    }
  }

  private void affirmOwned(Entry entry) throws PropagationException {
    Update same;
    synchronized (entry) {
      if (!entry.copy().isOwning() || !isToAffirm(entry)) {
        return;
      }
      same = same(entry.copy());
    }
    write(entry, same);
  }

  private void refuseWhenNotAmongOthersYet(SessionId session) throws PropagationException {
    if (expectsCompany && !hadCompany) {
      throw new ElsewhereException(
          "session %s: member %s has never seen another member of its group, so it cannot tell that the session is unknown; retry the request on another member"
              .formatted(session, node.link().self()));
    }
  }

  private void refuseWhenSomeVanished(SessionId session) throws PropagationException {
    List<String> lost = node.vanished().namesOfAllCopies(node.placement().view(), node.backups());
    if (!lost.isEmpty()) {
      throw new ElsewhereException(
          "session %s: no member knows it, but the group has just lost %s, which may be cut off with all copies of it; retry the request"
              .formatted(session, lost));
    }
  }

  private Admission decide(Entry entry, Optional<RequestId> request, Creation creation)
      throws PropagationException {
    synchronized (entry) {
      SessionCopy copy = entry.copy();
      if (!copy.isOwning()) {
        throw new ElsewhereException(
            "session %s: member %s has taken it over; retry the request, any member finds the session"
                .formatted(entry.session(), copy.owner()));
      }
      byte[] reply = request.isPresent() ? copy.replyTo(request.get()) : null;
      if (reply != null && (creation == null || creation.bean().equals(copy.bean()))) {
        node.counters().replays.increment();
        return new Admission.Replayed(copy.bean(), reply);
      }
      if (creation != null) {
        if (!mayBeElsewhere(copy)) {
          return created(entry, request, creation);
        }
      } else if (!copy.isFree()) {
        if (copy.isRemoved()) {
          return new Admission.Unknown();
        }
        refuseWhenTooLate(entry, request);
        return grant(entry, request);
      }
    }
    return unknown(entry, creation != null);
  }

  /**
   * Tells whether a session that is to be created may have been, by members that are cut off now
   * with all copies: others have claimed it before, and the request to create it may come late. One
   * that was lost alone does not count: clients create again what it was about to.
   */
  private boolean mayBeElsewhere(SessionCopy copy) {
    return copy.isFree()
        && copy.epoch() > Barring.FIRST_EPOCH
        && node.primary().isRuled()
        && node.vanished().names(node.placement().view()).size() > node.backups();
  }

  private Admission created(Entry entry, Optional<RequestId> request, Creation creation)
      throws PropagationException {
    SessionCopy copy = entry.copy();
    if (!copy.isFree()) {
      throw new PropagationException(
          "session %s exists or existed, and request %s did not create it; create under another id"
              .formatted(entry.session(), request.map(RequestId::value).orElse("(none)")));
    }
    copy.create(creation.bean(), creation.millis());
    return grant(entry, request);
  }

  /**
   * There is nothing here, or what a creation has left that did not come to be. Members that have
   * the session may come back, so the next call asks again; and who gets a copy of it until then
   * must not take this member for its owner.
   */
  private Admission unknown(Entry entry, boolean creation) throws PropagationException {
    long epoch;
    synchronized (entry) {
      epoch = entry.copy().epoch();
      entry.copy().surrender(epoch);
    }
    node.tellOthers(new Frame.Release(entry.session(), epoch));
    refuseWhenNotAmongOthersYet(entry.session());
    refuseWhenSomeVanished(entry.session());
    if (creation) {
      throw new ElsewhereException(
          "session %s: members that may have created it are given up just now; retry the request"
              .formatted(entry.session()));
    }
    return new Admission.Unknown();
  }

  /** A request that was held up on its way, as by a network that was cut, is not executed again. */
  private void refuseWhenTooLate(Entry entry, Optional<RequestId> request)
      throws LateRequestException {
    if (request.isPresent() && entry.copy().isTooLate(request.get())) {
      throw new LateRequestException(
          "session %s: request %s comes after later ones of its client whose replies are forgotten (g2cl.replies-kept is %d), so it may have been executed; it is not executed again"
              .formatted(entry.session(), request.get(), node.settings().repliesKept()));
    }
  }

  private Admission grant(Entry entry, Optional<RequestId> request) {
    entry.used();
    node.counters().calls.increment();
    RequestId id =
        request.isPresent()
            ? request.get()
            : RequestId.madeUp(madeUp + madeUpCount.incrementAndGet());
    return new Admission.Granted(new Call(node, degradation, entry, id, ending));
  }

  private void end(Entry entry) {
    synchronized (entry) {
      entry.used();
    }
    leave(entry);
  }

  /**
   * What is not executed is no use of a copy; an epoch that was claimed is kept, and a session that
   * was taken over for it: its copy here may not know of the last calls at the owner before.
   */
  private void refused(Entry entry) {
    if (entry != null) {
      synchronized (entry) {
        if (entry.copy().isBlank() || entry.copy().isOwning()) {
          entry.used();
        }
      }
      leave(entry);
    } else {
      running.decrementAndGet();
    }
  }

  private void leave(Entry entry) {
    entry.leave();
    running.decrementAndGet();
  }
}
